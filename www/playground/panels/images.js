// Images before and after, with the reason; and one alone, to try.
import { html, nothing } from 'lit-html';
import { count, number, size } from '../parts/words.js';

export const imagesPanel = (state, actions) => html`${trial(state.trial, actions)} ${ofInput(state, actions)}`;

function ofInput({ pictures, result }, actions) {
  if (result.error) return nothing;
  if (!pictures) return html`<p class="note">Looking…</p>`;
  if (pictures.failed) return html`<p class="note">${pictures.failed}</p>`;
  if (pictures.total === 0) return html`<p class="note">There is no image in this input.</p>`;
  const changed = pictures.list.filter(({ kind }) => kind !== 'untouched').length;
  return html`<div class="panel-head">
      <p><strong>${count(pictures.total, 'image')}</strong> in this input, ${number(changed)} changed.</p>
    </div>
    <ol class="pictures" aria-label="Images of the input">
      ${pictures.list.map((picture) => html`<li>${pictureOf(picture, actions)}</li>`)}
    </ol>`;
}

const pictureOf = ({ place, row, kind, rule, before, after, text }, { goTo, showRule }) => html`<article class="row">
  <header class="row-head">
    <button type="button" class="link numbers" ?disabled=${row === undefined} @click=${() => goTo(row)}>${place}</button>
    <span class="kind is-${kind}">${KINDS[kind]}</span>
    ${rule ? html`<button type="button" class="rule-tag" @click=${() => showRule(rule)}>${rule}</button>` : nothing}
  </header>
  ${kind === 'untouched'
    ? html`<div class="both">${side(before)}</div>`
    : html`<div class="sides">
        <div class="side before"><h3 class="hidden">Before</h3>${side(before)}</div>
        <div class="side after">
          <h3 class="hidden">After</h3>
          ${after ? side(after) : html`<p class="block is-added">${text ?? 'gone'}</p>`}
        </div>
      </div>`}
</article>`;

const KINDS = { untouched: 'as it is', edited: 'changed', dropped: 'replaced by text' };

const side = ({ address, said, mimeType, width, height, size: bytes, characters }) => html`<figure>
  ${address ? html`<img src=${address} alt="" />` : nothing}
  <figcaption>
    ${[
      mimeType ?? 'no image that can be read',
      width && `${number(width)} × ${number(height)} px`,
      bytes === undefined ? `${number(characters)} characters that are no base64` : size(bytes),
    ]
      .filter(Boolean)
      .join(', ')}
    ${said && mimeType && said !== mimeType ? html`<strong class="gone">said to be ${said}</strong>` : nothing}
  </figcaption>
</figure>`;

const trial = ({ file, outcome, limits }, { tryImage, limitImage }) => html`<div class="drop-zone">
    <label class="button"
      >Try one image<input
        id="image"
        class="hidden"
        type="file"
        accept="image/*"
        @change=${({ target }) => {
          if (target.files.length > 0) tryImage(target.files[0]);
          target.value = '';
        }}
    /></label>
    <label class="inline"
      >Longest side
      <input
        id="longest-side"
        type="number"
        min="1"
        max="10000"
        .value=${String(limits.maxDimensionPx)}
        @change=${({ target }) => limitImage({ maxDimensionPx: target.valueAsNumber })}
      />
      px
    </label>
    <p class="note">Or drop it anywhere. Smaller images use fewer tokens, larger ones keep detail.</p>
  </div>
  ${file ? tried(file, outcome) : nothing}`;

function tried(file, outcome) {
  if (!outcome) return html`<p class="note" role="status">Reading ${file.name}…</p>`;
  const { before, after, changed, refused, milliseconds } = outcome;
  return html`<div class="pictures" id="tried">
    <article class="row">
      <header class="row-head" role="status">
        <span class="role">${file.name}</span>
        ${refused
          ? html`<span class="gone">${refused}</span>`
          : html`<span class="kind is-${changed ? 'edited' : 'untouched'}">${changed ? 'changed' : 'as it is'}</span>
              <span class="note">${saving(before, after)} in ${Math.round(milliseconds)} ms</span>`}
      </header>
      <div class="sides">
        <div class="side before"><h3 class="hidden">Before</h3>${before ? side(before) : nothing}</div>
        <div class="side after"><h3 class="hidden">After</h3>${after ? side(after) : html`<p class="empty">none</p>`}</div>
      </div>
    </article>
  </div>`;
}

const saving = (before, after) => `${size(before.size)} → ${size(after.size)}`;
