// The rules that changed something, each with its own words and the places; then all the others.
import { explain, rules } from './pkg/web.js';
import { html, nothing } from './libraries.js';
import { inline, markdown } from './markdown.js';
import { number } from './words.js';

/** The sections of a rule that are shown, with the words for their headings. */
const SECTIONS = [
  ['What it does', 'What it does'],
  ['Who refuses without it', 'Why'],
  ['Exact rule', 'Exact rule'],
];

export function changesPanel(state, actions) {
  const { counts } = state.result;
  const busy = rules().filter(({ id }) => counts[id]);
  const idle = rules().filter(({ id }) => !counts[id]);
  return html`${busy.length === 0 ? html`<p class="note">Nothing to change: this transcript can be sent as it is.</p>` : nothing}
    <div class="rules">${busy.map((rule) => entry(rule, counts[rule.id], state, actions))}</div>
    <details class="idle" .open=${idle.some(({ id }) => state.openRules.has(id))}>
      <summary>${number(idle.length)} rules with nothing to do</summary>
      <div class="rules">${idle.map((rule) => entry(rule, 0, state, actions))}</div>
    </details>`;
}

function entry(rule, made, state, { toggleRule, goTo, moreChanges }) {
  const open = state.openRules.has(rule.id);
  return html`<details
    class="rule"
    id="rule-${rule.id}"
    .open=${open}
    @toggle=${({ target }) => toggleRule(rule.id, target.open)}
  >
    <summary>
      <span class="rule-id">${rule.id}</span>
      ${made ? html`<span class="badge" aria-label="${number(made)} changes">${number(made)}</span>` : nothing}
      <span class="rule-summary">${inline(rule.summary)}</span>
    </summary>
    ${open ? body(rule, made, state.places.get(rule.id), { goTo, moreChanges }) : nothing}
  </details>`;
}

function body(rule, made, places, { goTo, moreChanges }) {
  const { sections, example } = explain(rule.id);
  return html`<div class="rule-body">
    ${places ? placeList(rule, made, places, goTo, moreChanges) : nothing}
    ${SECTIONS.map(([name, heading]) =>
      sections[name] ? html`<h3>${heading}</h3>${markdown(sections[name])}` : nothing,
    )}
    <h3>Example</h3>
    <p class="note">${Object.values(example.target).filter((part) => typeof part === 'string').join(' · ')}</p>
    <div class="example">
      <figure><figcaption>Before</figcaption><pre class="code" tabindex="0" aria-label="Example before">${json(example.before)}</pre></figure>
      <figure><figcaption>After</figcaption><pre class="code" tabindex="0" aria-label="Example after">${json(example.after)}</pre></figure>
    </div>
  </div>`;
}

const json = (value) => JSON.stringify(value, null, 2);

/** A sentence repeats the rule's summary, which stands above it already. */
const shortened = ({ sentence }, { summary }) => sentence.replace(`: ${summary}.`, '');

const placeList = (rule, made, places, goTo, moreChanges) => html`<h3>Here</h3>
  <ul class="places">
    ${places.map(
      (place) => html`<li>
        <button type="button" class="link" @click=${() => goTo(place.row)}>${shortened(place, rule)}</button>
      </li>`,
    )}
  </ul>
  ${places.length < made
    ? html`<button type="button" class="small" @click=${() => moreChanges(rule.id)}>
        Show more of ${number(made)}
      </button>`
    : nothing}`;
