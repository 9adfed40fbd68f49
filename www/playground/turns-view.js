// The comparison, turn by turn: what was given on the left, what the provider gets on the right.
import { html, nothing, repeat } from './libraries.js';
import { count, number } from './words.js';

const SAID = {
  untouched: 'untouched',
  edited: 'edited',
  moved: 'moved',
  inserted: 'inserted',
  merged: 'merged',
  dropped: 'dropped',
  left: 'moved away',
};

export function turnsView({ page, focused }, actions) {
  return html`<ol class="turns" aria-label="Turns before and after">
      ${repeat(
        page.items,
        (item) => item.id ?? `fold-${item.from}`,
        (item) => (item.id === undefined ? fold(item, actions) : row(item, item.id === focused, actions)),
      )}
    </ol>
    ${page.pages > 1 ? pager(page, actions) : nothing}`;
}

const fold = ({ from, to }, { unfold }) => html`<li class="fold">
  <button type="button" @click=${() => unfold(from)}>${count(to - from, 'untouched turn')} – show</button>
</li>`;

function row(item, focused, { showRule, goTo, wholeRow }) {
  const { id, kind, role, rules, inputs, output } = item;
  return html`<li id="row-${id}" class="row is-${kind} ${focused ? 'focused' : ''}" tabindex="-1">
    <header class="row-head">
      <span class="role role-${roleClass(role)}">${role}</span>
      <span class="numbers" title="Place in what was given → in the result">${places(inputs, output)}</span>
      ${kind === 'untouched' ? nothing : html`<span class="kind">${SAID[kind]}</span>`}
      ${rules.map(
        (rule) => html`<button type="button" class="rule-tag" @click=${() => showRule(rule)}>${rule}</button>`,
      )}
    </header>
    ${kind === 'left' ? nothing : body(item, wholeRow)}
  </li>`;
}

function body({ id, kind, before, after, roleBefore, role }, wholeRow) {
  const cut = [...before, ...after].some(({ fields }) => fields.some(({ pieces }) => pieces.some((piece) => piece.omitted)));
  const more = cut
    ? html`<button type="button" class="small" @click=${() => wholeRow(id)}>Show all of this turn</button>`
    : nothing;
  if (kind === 'untouched') return html`<div class="both">${sections(after)}${more}</div>`;
  return html`<div class="sides">
      <div class="side before">
        <h3 class="hidden">Before</h3>
        ${kind === 'inserted' ? html`<p class="empty">not there</p>` : sections(before)}
        ${roleBefore && roleBefore !== role ? html`<p class="note">role ${roleBefore}</p>` : nothing}
      </div>
      <div class="side after">
        <h3 class="hidden">After</h3>
        ${kind === 'dropped' ? html`<p class="empty">gone</p>` : sections(after)}
      </div>
    </div>
    ${more}`;
}

/** Turns are counted from 0, as JSON pointers do. */
function places(inputs, output) {
  const from = inputs.map((input) => `/${number(input)}`).join(', ');
  if (output === undefined) return from;
  const to = `/${number(output)}`;
  if (from === '') return `→ ${to}`;
  return from === to ? to : `${from} → ${to}`;
}

const roleClass = (role) => (['user', 'assistant', 'toolResult'].includes(role) ? role : 'other');

const sections = (list) =>
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
  <dd>${pieces.length === 0 || (pieces.length === 1 && pieces[0].text === '')
    ? html`<span class="${pieces[0]?.changed ? 'changed' : ''} blank">empty</span>`
    : pieces.map(piece)}</dd>
</div>`;

/** White space alone would be marked and not seen. */
const piece = ({ text, changed, omitted }) => html`${changed
  ? html`<mark class=${/^\s+$/.test(text) ? 'changed spaces' : 'changed'}>${text}</mark>`
  : text}${omitted ? html`<span class="omitted">${number(omitted)} characters more</span>` : nothing}`;

const pager = ({ number: at, pages }, { turnPage }) => html`<nav class="pager" aria-label="Pages of turns">
  <button type="button" ?disabled=${at === 0} @click=${() => turnPage(at - 1)}>Previous</button>
  <span>Page ${number(at + 1)} of ${number(pages)}</span>
  <button type="button" ?disabled=${at === pages - 1} @click=${() => turnPage(at + 1)}>Next</button>
</nav>`;
