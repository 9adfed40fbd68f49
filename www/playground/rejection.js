// The card for a provider's error: pasted text, and the rules that answer it.
import { explain } from './pkg/web.js';
import { html, live, nothing } from './libraries.js';
import { count } from './words.js';

export function rejectionCard({ rejection, result }, { complain, showRule }) {
  return html`<section class="card rejection" aria-labelledby="rejection-title">
    <div class="card-head"><h2 id="rejection-title">Provider’s error</h2></div>
    <textarea
      id="rejection"
      aria-labelledby="rejection-title"
      spellcheck="false"
      placeholder="Got a 400? Paste what the provider said, and see which rule answers it."
      .value=${live(rejection.text)}
      @input=${({ target }) => complain(target.value)}
    ></textarea>
    <div class="answers" aria-live="polite">${answers(rejection, result, showRule)}</div>
  </section>`;
}

function answers({ text, found }, result, showRule) {
  if (text.trim() === '' || !found) return nothing;
  if (found.length === 0) return html`<p class="note">No rule answers this error. It may not be about history.</p>`;
  const rules = [...new Set(found.map(({ rule }) => rule))];
  return html`<ul class="rule-links">
    ${rules.map(
      (rule) => html`<li>
        <button type="button" class="link" @click=${() => showRule(rule)}>${rule}</button>
        ${madeHere(result, rule)}
        <span class="note">${explain(rule)?.summary}</span>
      </li>`,
    )}
  </ul>`;
}

function madeHere(result, rule) {
  const made = result?.counts?.[rule];
  return made
    ? html`<span class="badge">${count(made, 'change')} here</span>`
    : html`<span class="note">has nothing to do here</span>`;
}
