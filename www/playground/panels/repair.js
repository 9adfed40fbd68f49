// What the repair of a session file would change, line by line.
import { html } from 'lit-html';
import { marked } from '../parts/sections.js';
import { takeAway } from '../parts/take-away.js';
import { count, number } from '../parts/words.js';

const OPTIONS = [
  ['relink', 'Relink', 'hangs records whose parent is missing from the one before'],
  ['splitGlued', 'Split glued', 'takes complete records out of lines that hold several'],
  ['dropPayloadless', 'Drop empty images', 'treats an image without data like a corrupt one'],
];

export function repairPanel({ repair, repairOptions, result }, lists, actions) {
  if (result.kind !== 'session') {
    return html`<p class="note">
      This is no session file. Drop a <code>.jsonl</code> file with a header line, or take
      <button type="button" class="link" @click=${() => actions.choose('session-broken.jsonl')}>the sample</button>.
    </p>`;
  }
  if (!repair) return html`<p class="note">Looking…</p>`;
  if (repair.failed) return html`<p class="note">${repair.failed}</p>`;
  return html`<div class="panel-head">
      <p>${verdict(repair)}</p>
      <div class="toolbar">
        <button type="button" id="open-repaired" ?disabled=${!repair.changed} @click=${actions.openRepaired}>
          Open the recovered conversation
        </button>
        ${takeAway('repaired', actions)}
      </div>
    </div>
    <fieldset class="options">
      <legend class="hidden">Options of the repair</legend>
      ${OPTIONS.map(
        ([name, label, meaning]) => html`<label>
          <input
            type="checkbox"
            name=${name}
            .checked=${repairOptions[name]}
            @change=${({ target }) => actions.repairWith({ [name]: target.checked })}
          />
          <span><strong>${label}</strong> ${meaning}</span>
        </label>`,
      )}
    </fieldset>
    ${lists.repair.view((line) => changedLine(line, actions), { label: 'Changed lines', className: 'lines' })}`;
}

function verdict({ changed, report, lines, summary }) {
  if (report.reason) return html`<strong class="gone">Left alone: ${report.reason}.</strong>`;
  if (!changed) return html`<strong class="on">Nothing to repair.</strong> Every line keeps its bytes.`;
  return html`<strong>${count(lines, 'line')}</strong> would change: ${summary.replace(/\.$/, '')}. All others keep their
    bytes.`;
}

const changedLine = ({ number: line, before, after, rules }, { openRule }) => html`<article class="row">
  <header class="row-head">
    <span class="role">${before ? 'line' : 'after line'} ${number(line)}</span>
    <span class="kind is-${before ? (after ? 'edited' : 'dropped') : 'inserted'}">
      ${before ? (after ? 'edited' : 'dropped') : 'inserted'}
    </span>
    ${rules.map((rule) => html`<button type="button" class="rule-tag" @click=${() => openRule(rule)}>${rule}</button>`)}
  </header>
  <div class="sides">
    <div class="side before"><h3 class="hidden">Before</h3>${lineText(before, 'not there')}</div>
    <div class="side after"><h3 class="hidden">After</h3>${lineText(after, 'gone')}</div>
  </div>
</article>`;

const lineText = (pieces, otherwise) =>
  pieces === undefined ? html`<p class="empty">${otherwise}</p>` : html`<p class="line code">${marked(pieces)}</p>`;
