// The card for the transcript: typed, pasted, dropped, opened, or one of the samples.
import { html, live } from './libraries.js';
import { size } from './words.js';

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

export function transcriptCard({ given, samples, sample }, { type, open, choose }) {
  return html`<section class="card transcript" aria-labelledby="transcript-title">
    <div class="card-head">
      <h2 id="transcript-title">Transcript</h2>
      <label class="inline"
        ><span class="hidden">Sample</span>
        <select id="sample" @change=${({ target }) => choose(target.value)}>
          <option value="" ?selected=${!sample}>${sample ? 'Samples' : 'Load a sample…'}</option>
          ${samples.map(
            ({ file, title, note }) => html`<option value=${file} title=${note} ?selected=${file === sample}>${title}</option>`,
          )}
        </select>
      </label>
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
    <p class="note">
      JSON array, <code>{"messages": …}</code> or a JSONL session file. Drop or paste anywhere. It stays in this browser.
    </p>
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
  <pre class="code" tabindex="0" aria-label="Beginning of the transcript">${given.shown}…</pre>
</div>`;
