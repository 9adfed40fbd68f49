// The resolved policy: every flag, its value, where it came from and what it does; and switches for it.
import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { knownTargets } from 'transcript-hygiene';
import { inline } from '../parts/markdown.js';
import { isRequest } from '../input/shapes.js';

const { flags } = knownTargets();

/** Values that a flag can have where it is not just on or off; the empty one is *not set*. */
const CHOICES = {
  sanitizeMode: ['images-only', 'full'],
  toolCallIdMode: ['', 'strict', 'strict9'],
  duplicateToolCallIdStyle: ['', 'openai'],
  sanitizeThoughtSignatures: ['', '{}', '{"allowBase64Only":true}', '{"allowBase64Only":true,"includeCamelCase":true}'],
};

export function policyPanel({ result, overrides }, actions) {
  const { flags: values, origins } = result.policy;
  const changed = Object.keys(overrides).length;
  return html`<div class="panel-head">
      <p class="note">
        What decides which rules run. Switch a flag to see its effect at once.
        ${isRequest(result.kind) ? 'Request bodies are mended by their shape; flags are for transcripts.' : nothing}
      </p>
      ${changed > 0
        ? html`<div class="toolbar">
            <button type="button" id="reset-flags" @click=${actions.resetFlags}>Back to the target’s own</button>
          </div>`
        : nothing}
    </div>
    <table class="policy">
      <caption class="hidden">
        Flags of the resolved policy
      </caption>
      <thead>
        <tr>
          <th scope="col">Flag</th>
          <th scope="col">Value</th>
          <th scope="col">Origin</th>
        </tr>
      </thead>
      <tbody>
        ${flags.map(
          ({ name, description }) => html`<tr class=${origins[name] === 'default' ? 'plain' : 'set'}>
            <th scope="row"><code>${name}</code><span class="description">${inline(description)}</span></th>
            <td>${control(name, values[name], actions)}</td>
            <td class="origin ${origins[name] === 'override' ? 'is-override' : ''}">${origins[name]}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
}

function control(name, value, { override }) {
  if (!(name in CHOICES)) {
    return html`<input
      type="checkbox"
      role="switch"
      class="toggle"
      aria-label=${name}
      .checked=${live(value === true)}
      @change=${({ target }) => override(name, target.checked)}
    />`;
  }
  const now = value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  const choices = CHOICES[name].includes(now) ? CHOICES[name] : [...CHOICES[name], now];
  return html`<select aria-label=${name} @change=${({ target }) => override(name, valueOf(target.value))}>
    ${choices.map((choice) => html`<option value=${choice} .selected=${choice === now}>${choice || 'not set'}</option>`)}
  </select>`;
}

function valueOf(choice) {
  if (choice === '') return null;
  return choice.startsWith('{') ? JSON.parse(choice) : choice;
}
