// What people see of a stored history: each row as it is shown, and why the others are not.
import { elements } from '../input/json-scan.js';
import { describeTurn } from '../compare/turn.js';
import { plainSections } from '../compare/marks.js';
import { isRequest } from '../input/shapes.js';
import { held } from './held.js';
import { history } from './modules.js';

let shown;

/** Projects, and says how many rows there are; nothing for a request, which nobody looks at. */
export async function people({ profile }) {
  shown = undefined;
  const { input, source } = held;
  if (!input || isRequest(input.kind)) return undefined;
  const { projectText, loadSessionText } = await history();
  const json = input.form === 'session' ? loadSessionText(source).json : input.json;
  const { json: after, hiddenCount, report } = projectText(json, { profile, report: true });
  shown = { before: { json, spans: elements(json) }, after: { json: after, spans: elements(after) } };
  shown.rows = aligned(shown, report);
  return { rows: shown.rows.length, visible: shown.after.spans.length, hidden: hiddenCount };
}

/** Rows in their order, each with what became of it. */
function aligned({ before, after }, report) {
  const said = new Map(report.map((entry) => [entry.row, entry]));
  let next = 0;
  return before.spans.map((_, row) => {
    const { state = 'shown', rules = [], removed = [] } = said.get(row) ?? {};
    const isThere = state === 'shown' || state === 'cut';
    return { row, state, rules, removed, place: isThere && next < after.spans.length ? next++ : undefined };
  });
}

/** The rows that are shown, as JSON. */
export const peopleText = () => shown?.after.json;

export const seen = ({ from, to }) => shown?.rows.slice(from, to).map(drawn) ?? [];

function drawn({ row, state, rules, removed, place }) {
  const side = place === undefined ? shown.before : shown.after;
  const { role, sections } = describeTurn(JSON.parse(side.json.slice(...side.spans[place ?? row])));
  const prose = sections.filter(({ label }) => label !== 'turn');
  return {
    row,
    state,
    rules,
    role,
    removed: removed.reduce((sum, { ranges }) => sum + ranges.reduce((all, [from, to]) => all + to - from, 0), 0),
    sections: plainSections(prose, 'same', false),
  };
}
