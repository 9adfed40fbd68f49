// The resolved policy: every flag, its value, where it came from and what it does.
import { knownTargets } from './pkg/web.js';
import { html } from './libraries.js';
import { inline } from './markdown.js';

const { flags } = knownTargets();

export const policyPanel = ({ flags: values, origins }) => html`<table class="policy">
  <caption class="hidden">
    Flags of the resolved policy
  </caption>
  <thead>
    <tr>
      <th scope="col">Flag</th>
      <th scope="col">Value and origin</th>
    </tr>
  </thead>
  <tbody>
    ${flags.map(({ name, description }) => {
      const value = values[name];
      const origin = origins[name];
      return html`<tr class=${origin === 'default' ? 'plain' : 'set'}>
        <th scope="row"><code>${name}</code><span class="description">${inline(description)}</span></th>
        <td>${shown(value)}<span class="origin">${origin}</span></td>
      </tr>`;
    })}
  </tbody>
</table>`;

function shown(value) {
  if (value === true) return html`<span class="on">on</span>`;
  if (value === false) return html`<span class="off">off</span>`;
  if (value === undefined || value === null) return html`<span class="off">not set</span>`;
  return html`<code class="on">${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;
}
