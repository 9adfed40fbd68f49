// What people see of the history, with the rows that are hidden and why.
import { html, nothing } from 'lit-html';
import { explain } from 'transcript-hygiene';
import { sections } from '../parts/sections.js';
import { takeAway } from '../parts/take-away.js';
import { number } from '../parts/words.js';
import { isRequest } from '../input/shapes.js';
import { roleClass } from './turns-view.js';

export function peoplePanel({ people, result }, lists, actions) {
  if (isRequest(result.kind)) {
    return html`<p class="note">
      This is a request for a provider. What people see is made from stored history: give a transcript or a session file.
    </p>`;
  }
  if (!people) return html`<p class="note">Looking…</p>`;
  if (people.failed) return html`<p class="note">${people.failed}</p>`;
  return html`<div class="panel-head">
      <p><strong>${number(people.visible)} of ${number(people.rows)}</strong> stored rows are shown.</p>
      <div class="toolbar">${takeAway('people', actions)}</div>
    </div>
    <div class="chat">
      ${lists.people.view((row) => personsRow(row, actions), { label: 'History as people see it', className: 'rows' })}
    </div>`;
}

function personsRow({ row, state, rules, role, sections: shown, removed }, { openRule }) {
  const reasons = rules.map(
    (rule) => html`<button type="button" class="rule-tag" title=${explain(rule)?.summary ?? ''} @click=${() => openRule(rule)}>
      ${rule}
    </button>`,
  );
  if (state === 'hidden' || state === 'merged') {
    return html`<details class="unseen">
      <summary>
        <span class="numbers">/${number(row)}</span> ${role} <span class="kind">${state}</span> ${reasons}
      </summary>
      ${sections(shown)}
    </details>`;
  }
  return html`<article class="said by-${roleClass(role)}" aria-label="${role}">
    <header>
      <span class="role role-${roleClass(role)}">${role}</span> <span class="numbers">/${number(row)}</span>
      ${removed > 0 ? html`<span class="note">${number(removed)} characters taken off</span>` : nothing} ${reasons}
    </header>
    ${sections(shown)}
  </article>`;
}
