// What happened, in a line.
import { html, nothing } from 'lit-html';
import { KINDS } from '../input/shapes.js';
import { inline } from '../parts/markdown.js';
import { count, number, size } from '../parts/words.js';

export function summary({ result, findings, busy, slow, said, given }, { cancel }) {
  return html`<div class="summary">
    <p id="status" role="status" class=${busy ? 'busy' : ''}>
      ${slow ? `Reading ${size(given.size)}…` : said || sentence(result, findings)}
    </p>
    ${slow
      ? html`<progress aria-label="Working"></progress>
          <button type="button" class="small cancel" @click=${cancel}>Cancel</button>`
      : nothing}
    ${slow ? nothing : notices(result)}
  </div>`;
}

function notices(result) {
  const notes = result?.notes ?? [];
  const advice = result?.advice ?? [];
  const headers = Object.entries(result?.headers ?? {});
  if (notes.length + advice.length + headers.length === 0) return nothing;
  return html`<ul class="notices">
    ${notes.map((note) => html`<li>${note}</li>`)}
    ${advice.map(
      ({ constraint, field, value, reason }) => html`<li>
        <strong>History alone does not cure ${constraint}:</strong> set <code>${field}</code> to <code>${value}</code>.
        ${inline(reason)}
      </li>`,
    )}
    ${headers.map(([name, value]) => html`<li>Send it with the header <code>${name}: ${value}</code>.</li>`)}
  </ul>`;
}

const FAILED = { 'invalid-replay-transcript': 'It would be refused, and no rule may mend it.' };

function sentence(result, findings) {
  if (!result) return nothing;
  if (result.error) return html`<strong>${FAILED[result.error.code] ?? 'It could not be read.'}</strong>`;
  const { turns, counts, kind } = result;
  const rules = Object.keys(counts).length;
  const changes = Object.values(counts).reduce((sum, made) => sum + made, 0);
  const what = `${count(turns.before, 'turn')} in, ${number(turns.after)} out`;
  const read = `Read as ${KINDS[kind].toLowerCase()}.`;
  const left = findings?.after?.errors ?? 0;
  const verdict = left > 0 ? html` <strong class="gone">${count(left, 'finding')} left.</strong>` : nothing;
  if (!result.changed) return html`<strong>Nothing to change.</strong>${verdict} ${what}. ${read}`;
  const done = `${count(changes, 'change')} by ${count(rules, 'rule')}.`;
  return html`<strong>${done}</strong>${verdict} ${what}, ${number(turns.untouched)} untouched. ${read}`;
}
