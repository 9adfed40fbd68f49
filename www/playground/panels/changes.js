// The rules that changed something, each with its places.
import { html, nothing } from 'lit-html';
import { rules } from 'transcript-hygiene';
import { inline } from '../parts/markdown.js';
import { number } from '../parts/words.js';
import { ruleText } from './rule-text.js';

export function changesPanel(state, actions) {
  const { counts } = state.result;
  const busy = rules().filter(({ id }) => counts[id]);
  if (busy.length === 0) return html`<p class="note">Nothing to change: this can be sent as it is.</p>`;
  return html`<div class="rules">${busy.map((rule) => entry(rule, counts[rule.id], state, actions))}</div>`;
}

function entry(rule, made, state, actions) {
  const open = state.openRules.has(rule.id);
  return html`<details
    class="rule"
    id="rule-${rule.id}"
    .open=${open}
    @toggle=${({ target }) => actions.toggleRule(rule.id, target.open)}
  >
    <summary>
      <span class="rule-id">${rule.id}</span>
      <span class="badge" aria-label="${number(made)} changes">${number(made)}</span>
      <span class="rule-summary">${inline(rule.summary)}</span>
    </summary>
    ${open ? body(rule, made, state.places.get(rule.id), actions) : nothing}
  </details>`;
}

const body = (rule, made, places, { goTo, listPlaces, openRule }) => html`<div class="rule-body">
  ${places ? placeList(rule, made, places, { goTo, listPlaces }) : nothing} ${ruleText(rule, BRIEF)}
  <button type="button" class="small" @click=${() => openRule(rule.id)}>Its page, with an example to edit</button>
</div>`;

/** The sections of a rule that stand beside its changes. */
const BRIEF = ['What it does', 'Who refuses without it', 'Exact rule'];

/** A sentence repeats the rule's summary, which stands above it already. */
const shortened = ({ sentence }, { summary }) => sentence.replace(`: ${summary}.`, '');

const placeList = (rule, made, places, { goTo, listPlaces }) => html`<h3>Here</h3>
  <ul class="places">
    ${places.map(
      (place) => html`<li>
        <button type="button" class="link" @click=${() => goTo(place.row)}>${shortened(place, rule)}</button>
      </li>`,
    )}
  </ul>
  ${places.length < made
    ? html`<button type="button" class="small" @click=${() => listPlaces(rule.id)}>
        Show more of ${number(made)}
      </button>`
    : nothing}`;
