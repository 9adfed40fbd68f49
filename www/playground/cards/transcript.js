// The card for what is given: typed, pasted, dropped, opened, a sample, or something from before.
import { html } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { KINDS } from '../input/shapes.js';
import { size } from '../parts/words.js';

/** Longer text is not put into the text field, which would be slow; its beginning is shown instead, in characters. */
export const FIELD_LIMIT = 100_000;
const PREVIEW = 1500;

/** What is given, from text. */
export const fromText = (text, name = 'pasted text') => ({
  data: text,
  name,
  size: text.length,
  shown: text.length <= FIELD_LIMIT ? text : text.slice(0, PREVIEW),
  editable: text.length <= FIELD_LIMIT,
});

/** What is given, from a file. A large one is read by the worker alone. */
export async function fromFile(file) {
  const editable = file.size <= FIELD_LIMIT;
  const shown = await (editable ? file : file.slice(0, PREVIEW)).text();
  return { data: file, name: file.name, size: file.size, shown, editable };
}

export function transcriptCard({ given, as, result }, { type, open, readAs }) {
  return html`<section class="card transcript" aria-labelledby="transcript-title">
    <div class="card-head">
      <h2 id="transcript-title">Input</h2>
      <button type="button" id="samples" @click=${() => document.getElementById('gallery').showModal()}>
        Samples and recent
      </button>
      <label class="button"
        >Open file<input
          id="file"
          class="hidden"
          type="file"
          accept=".json,.jsonl,.ndjson,.txt,application/json"
          @change=${({ target }) => {
            if (target.files.length > 0) open(target.files[0]);
            target.value = '';
          }}
      /></label>
    </div>
    ${given.editable ? field(given, type) : preview(given, type)}
    <div class="card-foot">
      <label class="inline"
        ><span>Read as</span>
        <select id="as" @change=${({ target }) => readAs(target.value)}>
          <option value="" .selected=${as === ''}>
            ${as === '' && result?.kind ? KINDS[result.kind] : 'What it looks like'}
          </option>
          ${Object.entries(KINDS).map(
            ([kind, words]) => html`<option value=${kind} .selected=${as === kind}>${words}</option>`,
          )}
        </select>
      </label>
      <p class="note">Paste or drop anywhere: history, session file, request body, curl command.</p>
    </div>
  </section>`;
}

const field = (given, type) => html`<textarea
  id="transcript"
  class="code"
  aria-labelledby="transcript-title"
  spellcheck="false"
  autocomplete="off"
  autocapitalize="off"
  wrap="off"
  placeholder='[{"role": "user", "content": "…"}]'
  .value=${live(given.shown)}
  @input=${({ target }) => type(target.value)}
></textarea>`;

const preview = (given, type) => html`<div class="preview">
  <p class="preview-head">
    <strong>${given.name}</strong> <span class="note">${size(given.size)}</span>
    <button type="button" class="small" @click=${() => type('')}>Clear</button>
  </p>
  <pre class="code" tabindex="0" role="region" aria-label="Beginning of the transcript">${given.shown}…</pre>
</div>`;
