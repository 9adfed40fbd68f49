// Every known target beside the others: which would refuse what is given, for what, and what mends it.
import { html, nothing } from 'lit-html';
import { explain } from 'transcript-hygiene';
import { count, number } from '../parts/words.js';

export function targetsPanel({ targets, result }, actions) {
  if (result.error) return html`<p class="note">It could not be read.</p>`;
  if (!targets) return html`<p class="note">Looking…</p>`;
  const { rows, of, done } = targets;
  const rules = [...new Set(rows.flatMap(({ counts }) => Object.keys(counts)))].sort(byOrder);
  const refusing = rows.filter(({ broken, error }) => broken.length > 0 || error).length;
  return html`<div class="panel-head">
      <p>
        <strong>${number(refusing)} of ${number(rows.length)}</strong> targets would refuse this as it is.
        ${done ? nothing : html`<progress aria-label="Targets done" max=${of || 1} .value=${rows.length}></progress>`}
      </p>
    </div>
    <div class="scroll" tabindex="0" role="region" aria-label="All targets">
      <table class="matrix">
        <caption class="hidden">
          Rules that change something, by target
        </caption>
        <thead>
          <tr>
            <th scope="col">Target</th>
            <th scope="col">Refuses it for</th>
            ${rules.map(
              (rule) => html`<th scope="col" class="rule-column">
                <button type="button" class="link" title=${explain(rule)?.summary ?? ''} @click=${() => actions.openRule(rule)}>
                  ${rule}
                </button>
              </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => targetRow(row, rules, actions))}
        </tbody>
      </table>
    </div>`;
}

const targetRow = ({ target, alike, counts, broken, error }, rules, { aimAt }) => html`<tr>
  <th scope="row">
    <button type="button" class="link" @click=${() => aimAt(target)}>${target.provider}</button>
    <span class="note" title=${alike.length > 1 ? alike.join(', ') : nothing}>
      ${[target.modelApi, target.modelId].filter(Boolean).join(' · ')}
      ${alike.length > 1 ? html`<br />and ${count(alike.length - 1, 'provider')} more treated alike` : nothing}
    </span>
  </th>
  <td class="verdict">
    ${error
      ? html`<span class="gone">${error}</span>`
      : broken.length === 0
        ? html`<span class="on">nothing</span>`
        : broken.map(
            ({ constraint, statement, count: times }) =>
              html`<span class="constraint" title=${statement}>${constraint}${times > 1 ? html` ×${number(times)}` : nothing}</span> `,
          )}
  </td>
  ${rules.map((rule) => html`<td class="made">${counts[rule] ? number(counts[rule]) : html`<span class="none">·</span>`}</td>`)}
</tr>`;

const byOrder = (one, other) => (one < other ? -1 : 1);
