// The sections of a turn, with what changed in them marked.
import { html, nothing } from 'lit-html';
import { number } from './words.js';

export const sections = (list) =>
  list.map(
    ({ label, state, fields, of }, index) => html`${of !== undefined && of !== list[index - 1]?.of
        ? html`<p class="of">from /${number(of)}</p>`
        : nothing}
      <section class="block is-${state} ${label === 'turn' ? 'facts' : ''}">
        ${label === 'turn' ? nothing : html`<p class="label">${label}</p>`}
        <dl>${fields.map(field)}</dl>
      </section>`,
  );

const field = ({ name, prose, pieces, isNew }) => html`<div class=${prose ? 'prose' : isNew ? 'data new' : 'data'}>
  <dt class=${prose ? 'hidden' : ''}>${name}</dt>
  <dd>${marked(pieces)}</dd>
</div>`;

/** Text with its changed parts marked. */
export function marked(pieces) {
  if (pieces.length > 1 || pieces[0]?.text) return pieces.map(piece);
  return html`<span class="${pieces[0]?.changed ? 'changed' : ''} blank">empty</span>`;
}

/** White space alone would be marked and not seen. */
const piece = ({ text, changed, omitted }) => html`${changed
  ? html`<mark class=${/^\s+$/.test(text) ? 'changed spaces' : 'changed'}>${text}</mark>`
  : text}${omitted ? html`<span class="omitted">${number(omitted)} characters more</span>` : nothing}`;

export const isCut = (list) => list.some(({ fields }) => fields.some(({ pieces }) => pieces.some((piece) => piece.omitted)));
