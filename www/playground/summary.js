// What happened, in a line, and what to do with the result.
import { html, nothing } from './libraries.js';
import { count, number, size } from './words.js';

const FORMS = { array: 'JSON array', wrapper: 'object with messages', lines: 'session file, line by line' };

export function summary({ result, busy, slow, said, given }, { cancel }) {
  return html`<div class="summary">
    <p id="status" role="status" class=${busy ? 'busy' : ''}>${slow ? `Reading ${size(given.size)}…` : said || sentence(result)}</p>
    ${slow ? html`<button type="button" class="small cancel" @click=${cancel}>Cancel</button>` : nothing}
    ${!slow && result?.notes?.length ? html`<ul class="notices">${result.notes.map((note) => html`<li>${note}</li>`)}</ul>` : nothing}
  </div>`;
}

function sentence(result) {
  if (!result) return nothing;
  if (result.error) return html`<strong>The transcript could not be read.</strong>`;
  const { turns, counts, form } = result;
  const rules = Object.keys(counts).length;
  const changes = Object.values(counts).reduce((sum, made) => sum + made, 0);
  const what = `${count(turns.before, 'turn')} in, ${number(turns.after)} out`;
  const read = `Read as ${FORMS[form]}.`;
  if (!result.changed) return html`<strong>Nothing to change.</strong> ${what}. ${read}`;
  const done = `${count(changes, 'change')} by ${count(rules, 'rule')}.`;
  return html`<strong>${done}</strong> ${what}, ${number(turns.untouched)} untouched. ${read}`;
}

export const toolbar = ({ copy, download }) => html`<div class="toolbar">
  <button type="button" id="copy" @click=${copy}>Copy result</button>
  <button type="button" id="download" @click=${download}>Download</button>
</div>`;
