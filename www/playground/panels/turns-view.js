// The comparison, turn by turn: what was given on the left, what the provider gets on the right.
import { html, nothing } from 'lit-html';
import { isCut, sections } from '../parts/sections.js';
import { count, number } from '../parts/words.js';

/** What became of a turn, in words. */
export const KIND_WORDS = {
  untouched: 'untouched',
  edited: 'edited',
  moved: 'moved',
  inserted: 'inserted',
  merged: 'merged',
  dropped: 'dropped',
  left: 'moved away',
};

/** @param {Map<number, object[]>} broken By row, the findings before. */
export const turnView = (item, focused, broken, actions) =>
  item.from === undefined ? row(item, focused, broken.get(item.id) ?? [], actions) : fold(item, actions);

const fold = ({ from, to }, { unfold }) => html`<div class="fold">
  <button type="button" @click=${() => unfold(from)}>${count(to - from, 'untouched turn')} – show</button>
</div>`;

function row(item, focused, broken, { showRule, wholeRow, showFinding }) {
  const { id, kind, role, rules, inputs, output, body } = item;
  return html`<article id="row-${id}" class="row is-${kind} ${focused === id ? 'focused' : ''}" tabindex="-1" aria-label="${role}, ${KIND_WORDS[kind]}">
    <header class="row-head">
      <span class="role role-${roleClass(role)}">${role}</span>
      ${body
        ? html`<span class="note">what stands beside the turns</span>`
        : html`<span class="numbers" title="Place in what was given → in the result">${places(item, inputs, output)}</span>`}
      ${kind === 'untouched' ? nothing : html`<span class="kind">${KIND_WORDS[kind]}</span>`}
      ${rules.map(
        (rule) => html`<button type="button" class="rule-tag" @click=${() => showRule(rule)}>${rule}</button>`,
      )}
      ${distinct(broken).map(
        ({ constraint, statement, severity }) =>
          html`<button type="button" class="finding-tag is-${severity}" title=${statement} @click=${() => showFinding(constraint)}>
            ${constraint}
          </button>`,
      )}
    </header>
    ${kind === 'left' ? nothing : sides(item, wholeRow)}
  </article>`;
}

const distinct = (findings) => [...new Map(findings.map((one) => [one.constraint, one])).values()];

function sides({ id, kind, before, after, roleBefore, role }, wholeRow) {
  const more = isCut([...before, ...after])
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
function places({ prefix = '' }, inputs, output) {
  const from = inputs.map((input) => `${prefix}/${number(input)}`).join(', ');
  if (output === undefined) return from;
  const to = `${prefix}/${number(output)}`;
  if (from === '') return `→ ${to}`;
  return from === to ? to : `${from} → ${to}`;
}

const ROLES = { user: 'user', assistant: 'assistant', model: 'assistant', toolResult: 'toolResult', tool: 'toolResult' };

export const roleClass = (role) => ROLES[role] ?? 'other';
