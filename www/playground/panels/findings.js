// What the provider would refuse, and what is left of it afterwards.
import { html, nothing } from 'lit-html';
import { rules } from 'transcript-hygiene';
import { inline } from '../parts/markdown.js';
import { takeAway } from '../parts/take-away.js';
import { count, number } from '../parts/words.js';

/** So many places of one constraint are listed. */
const PLACES = 12;

export function findingsPanel({ findings, focusedFinding, result }, actions) {
  if (!findings) return html`<p class="note">Looking…</p>`;
  const { before, after } = findings;
  const { counts } = result;
  const open = new Set(after?.list.map(({ constraint }) => constraint));
  const groups = [...Map.groupBy(before.list, ({ constraint }) => constraint)];
  const made = [...Map.groupBy(after?.list ?? [], ({ constraint }) => constraint)].filter(
    ([constraint]) => !groups.some(([known]) => known === constraint),
  );
  return html`<div class="panel-head">
      <p>${verdict(before, after)}</p>
      <div class="toolbar">${takeAway('findings', actions)}</div>
    </div>
    <ul class="findings">
      ${groups.map(([constraint, list]) =>
        entry({ constraint, list, left: open.has(constraint), focused: constraint === focusedFinding, counts }, actions),
      )}
      ${made.map(([constraint, list]) => entry({ constraint, list, left: true, counts }, actions))}
    </ul>`;
}

function verdict(before, after) {
  if (before.total === 0) return html`<strong class="on">Nothing that the provider would refuse.</strong>`;
  const found = html`<strong>${count(before.errors, 'error')}</strong>${before.total > before.errors
      ? `, ${count(before.total - before.errors, 'warning')}`
      : nothing}
    before`;
  if (!after) return html`${found}.`;
  if (after.total === 0) return html`${found}, <strong class="on">none after</strong>.`;
  return html`${found}, <strong class=${after.errors > 0 ? 'gone' : 'warm'}>${number(after.total)} after</strong>.`;
}

function entry({ constraint, list, left, focused, counts }, { goTo, showRule }) {
  const { statement, severity, fragments } = list[0];
  const cures = curesOf(constraint, list, left, counts);
  return html`<li class="finding is-${severity} ${focused ? 'focused' : ''}" id="finding-${constraint}" tabindex="-1">
    <p class="finding-head">
      <span class="constraint">${constraint}</span>
      <strong>${inline(sentence(statement))}</strong>
      <span class=${left ? 'kind is-open' : 'kind is-mended'}>${left ? (severity === 'warn' ? 'stays' : 'still broken') : 'mended'}</span>
    </p>
    ${fragments.length > 0
      ? html`<p class="note">The provider says <q>${fragments[0]}</q></p>`
      : nothing}
    <p class="where">
      ${list.slice(0, PLACES).map(
        ({ pointer, row }) => html`<button type="button" class="link" ?disabled=${row === undefined} @click=${() => goTo(row)}>
          ${pointer || 'the whole'}
        </button>`,
      )}
      ${list.length > PLACES ? html`<span class="note">and ${number(list.length - PLACES)} more</span>` : nothing}
    </p>
    ${cures.length > 0
      ? html`<p class="where">
          <span class="note">${left ? 'Answered by' : 'Mended by'}</span>
          ${cures.map((id) => html`<button type="button" class="rule-tag" @click=${() => showRule(id)}>${id}</button>`)}
        </p>`
      : nothing}
  </li>`;
}

/** Rules that answer a constraint: when it is mended, those at work, first of all on its own turns. */
function curesOf(constraint, list, left, counts) {
  const names = rules()
    .filter(({ rejects }) => rejects.some((reject) => reject.constraint === constraint))
    .map(({ id }) => id);
  if (left) return names;
  const onTurns = [...new Set(list.flatMap((finding) => finding.rules))];
  const choices = [onTurns.filter((id) => names.includes(id)), names.filter((id) => counts?.[id]), onTurns];
  return choices.find((some) => some.length > 0) ?? names;
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;
