// Which turn of the input is which of the output, from the report.

/**
 * @typedef {object} Row A turn of the output beside the turns that it came from, or a turn that is gone.
 * @property {'untouched' | 'edited' | 'moved' | 'inserted' | 'merged' | 'dropped' | 'left'} kind
 *   `left` marks the place that a moved turn left.
 * @property {number[]} inputs Turns of the input.
 * @property {number} [output] The turn of the output.
 * @property {number[]} changes Indexes of the report's changes that concern it.
 */

/** The index at the head of a JSON pointer, and whether the pointer is that turn itself. */
function turnOf(pointer) {
  if (pointer === undefined) return undefined;
  const slash = pointer.indexOf('/', 1);
  return { index: Number(slash === -1 ? pointer.slice(1) : pointer.slice(1, slash)), whole: slash === -1 };
}

/**
 * Turns that were moved or inserted stand where the report says, dropped and merged ones are gone, and all the others
 * fill what remains in their order.
 *
 * @returns {Row[]}
 */
export function alignTurns(changes, before, after) {
  const facts = readChanges(changes);
  const outputs = Array.from({ length: after }, (_, output) => ({ inputs: [], output, changes: [] }));
  const place = new Array(before);
  for (const [input, output] of facts.moved) {
    place[input] = output;
    outputs[output]?.inputs.push(input);
  }
  let next = 0;
  for (let input = 0; input < before; input++) {
    if (facts.gone.has(input) || facts.moved.has(input)) continue;
    while (facts.inserted.has(next) || facts.arrived.has(next)) next++;
    place[input] = next;
    outputs[next++]?.inputs.push(input);
  }
  for (const [input, output] of facts.merged) outputs[output]?.inputs.unshift(input);
  for (const row of outputs) {
    const ofInputs = row.inputs.flatMap((input) => facts.byInput.get(input) ?? []);
    row.changes = [...new Set([...ofInputs, ...(facts.byNewTurn.get(row.output) ?? [])])].sort((a, b) => a - b);
    row.kind = kindOf(row, facts);
    row.inputs.sort((a, b) => a - b);
  }
  return inReadingOrder(outputs, facts, place, before);
}

function readChanges(changes) {
  const facts = {
    gone: new Set(),
    moved: new Map(),
    arrived: new Set(),
    merged: new Map(),
    inserted: new Set(),
    byInput: new Map(),
    byNewTurn: new Map(),
  };
  changes.forEach((change, index) => {
    const input = turnOf(change.input);
    const output = turnOf(change.output);
    if (input) push(facts.byInput, input.index, index);
    else if (output) push(facts.byNewTurn, output.index, index);
    if (change.kind === 'inserted' && !input && output?.whole) facts.inserted.add(output.index);
    if (!input?.whole) return;
    if (change.kind === 'dropped') facts.gone.add(input.index);
    if (change.kind === 'merged') {
      facts.gone.add(input.index);
      if (output) facts.merged.set(input.index, output.index);
    }
    if (change.kind === 'moved' && output) {
      facts.moved.set(input.index, output.index);
      facts.arrived.add(output.index);
    }
  });
  for (const input of facts.gone) {
    facts.arrived.delete(facts.moved.get(input));
    facts.moved.delete(input);
  }
  return facts;
}

function push(map, key, value) {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function kindOf(row, facts) {
  if (row.inputs.length === 0) return 'inserted';
  if (row.inputs.length > 1) return 'merged';
  if (facts.moved.has(row.inputs[0])) return 'moved';
  return row.changes.length > 0 ? 'edited' : 'untouched';
}

/** The output in its order; what is gone stands before the next turn of the input that stayed in place. */
function inReadingOrder(outputs, facts, place, before) {
  const rows = [];
  let seen = 0;
  const upTo = (end) => {
    for (; seen < end; seen++) {
      const changes = facts.byInput.get(seen) ?? [];
      if (facts.moved.has(seen)) rows.push({ kind: 'left', inputs: [seen], output: place[seen], changes });
      else if (facts.gone.has(seen) && !facts.merged.has(seen)) rows.push({ kind: 'dropped', inputs: [seen], changes });
    }
  };
  for (const row of outputs) {
    const stayed = row.inputs.filter((input) => !facts.moved.has(input));
    if (stayed.length > 0) {
      upTo(stayed[0]);
      seen = Math.max(seen, stayed.at(-1) + 1);
      for (let input = stayed[0] + 1; input < stayed.at(-1); input++) {
        if (facts.gone.has(input) && !facts.merged.has(input)) {
          rows.push({ kind: 'dropped', inputs: [input], changes: facts.byInput.get(input) ?? [] });
        }
      }
    }
    rows.push(row);
  }
  upTo(before);
  return rows;
}

/** Shorter runs of untouched turns are not worth folding. */
const SHORTEST_FOLD = 4;

/** So many untouched turns stay on each side of a changed one. */
const CONTEXT = 1;

/**
 * Rows to draw, with long runs of untouched ones folded into `{ from, to }`.
 *
 * @param {Set<number>} unfolded Where runs begin that are to be shown.
 */
export function foldUntouched(rows, unfolded) {
  const items = [];
  for (let at = 0; at < rows.length;) {
    let end = at;
    while (end < rows.length && rows[end].kind === 'untouched') end++;
    const from = at === 0 ? at : at + CONTEXT;
    const to = end === rows.length ? end : end - CONTEXT;
    const folded = to - from >= SHORTEST_FOLD && !unfolded.has(from) && !(from === 0 && to === rows.length);
    for (let row = at; row < (folded ? from : end); row++) items.push({ row });
    if (folded) {
      items.push({ from, to });
      for (let row = to; row < end; row++) items.push({ row });
    }
    if (end < rows.length) items.push({ row: end++ });
    at = end;
  }
  return items;
}
