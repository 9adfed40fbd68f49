// The card for the target: free text, with the known names offered.
import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { knownTargets } from 'transcript-hygiene';
import { suggestionsFor } from '../input/models.js';

const known = knownTargets();

const PROFILES = [
  ['strict', 'Strict', 'everything that providers ask for'],
  ['compat', 'Compat', 'exactly what the recorded release does'],
];

export function targetCard({ target, guess, profile, sample }, { aim, profileIs }) {
  const { apis, models } = suggestionsFor(target.provider);
  return html`<section class="card target" aria-labelledby="target-title">
    <div class="card-head">
      <h2 id="target-title">Goes to</h2>
      ${guess && !sample && target.provider ? html`<span class="note">as the input says; change it freely</span>` : nothing}
    </div>
    <div class="fields">
      ${picker('provider', 'Provider', target.provider, known.providers, aim)}
      ${picker('modelApi', 'API', target.modelApi, [...new Set([...apis, ...known.apis])], aim)}
      ${picker('modelId', 'Model', target.modelId, models, aim)}
    </div>
    <fieldset class="profile">
      <legend class="hidden">Profile</legend>
      ${PROFILES.map(
        ([value, label, meaning]) => html`<label>
          <input type="radio" name="profile" value=${value} .checked=${live(profile === value)} @change=${() => profileIs(value)} />
          <span><strong>${label}</strong> ${meaning}</span>
        </label>`,
      )}
    </fieldset>
  </section>`;
}

const picker = (name, label, value, options, aim) => html`<label class="picker">
  <span>${label}</span>
  <input
    id=${name}
    list="${name}-options"
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
    placeholder="any"
    .value=${live(value)}
    @input=${({ target }) => aim({ [name]: target.value })}
  />
  <datalist id="${name}-options">${options.map((option) => html`<option value=${option}></option>`)}</datalist>
</label>`;

/** A provider that is fully typed brings its usual API and model, unless the ones given fit it already. */
export function completed(target, change) {
  const next = { ...target, ...change };
  if (change.provider === undefined) return next;
  const { apis, models } = suggestionsFor(change.provider);
  if (apis.length > 0 && !apis.includes(next.modelApi)) next.modelApi = apis[0];
  if (models.length > 0 && !models.includes(next.modelId)) next.modelId = models[0];
  return next;
}
