// Every known target beside the others: which would refuse what is given, for what, and what mends it.
import { html, nothing } from 'lit-html';
import { rules } from 'transcript-hygiene';
import { takeAway } from '../parts/take-away.js';
import { count, number } from '../parts/words.js';

export function targetsPanel({ targets, result }, actions) {
  if (result.error) return html`<p class="note">It could not be read.</p>`;
  if (!targets) return html`<p class="note">Looking…</p>`;
  const { rows, of, done } = targets;
  const made = new Set(rows.flatMap(({ counts }) => Object.keys(counts)));
  const columns = rules().filter(({ id }) => made.has(id));
  const refusing = rows.filter(({ broken, error }) => broken.length > 0 || error).length;
  return html`<div class="panel-head">
      <p>
        <strong>${number(refusing)} of ${number(rows.length)}</strong> targets would refuse this as it is.
        ${done ? nothing : html`<progress aria-label="Targets done" max=${of || 1} .value=${rows.length}></progress>
              <button type="button" class="small" id="stop-targets" @click=${actions.stopTargets}>Stop</button>`}
      </p>
      <div class="toolbar">${takeAway('targets', actions)}</div>
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
            ${columns.map(
              ({ id, summary }) => html`<th scope="col" class="rule-column">
                <button type="button" class="link" title=${summary} @click=${() => actions.openRule(id)}>${id}</button>
              </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => targetRow(row, columns, actions))}
        </tbody>
      </table>
    </div>`;
}

const targetRow = ({ target, alike, counts, broken, error }, columns, { aimAt }) => html`<tr>
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
  ${columns.map(({ id }) => html`<td class="made">${counts[id] ? number(counts[id]) : html`<span class="none">·</span>`}</td>`)}
</tr>`;
