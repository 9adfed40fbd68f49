// Pages of shown rows, by the sequence numbers that hosts give to records.

/** The number of a row: the host's, else its place in the list. */
const number = (row, at) => own(row) ?? at + 1;

function own(row) {
  const seq = row?.__openclaw?.seq;
  return Number.isSafeInteger(seq) && seq > 0 ? seq : undefined;
}

/** `seq:N` or `N`; nothing for what is no cursor. */
function cursorNumber(cursor) {
  const digits = /^(?:seq:)?(\d+)$/.exec(String(cursor))?.[1];
  const seq = Number(digits);
  return Number.isSafeInteger(seq) && seq > 0 ? seq : undefined;
}

/** The last `limit` rows before a cursor, and the cursor of the page before them. */
export function pageBefore(rows, before, limit) {
  const cursor = before === undefined ? undefined : cursorNumber(before);
  const found = cursor === undefined ? -1 : rows.findIndex((row, at) => number(row, at) >= cursor);
  const end = found < 0 ? rows.length : found;
  return page(rows, limit > 0 ? Math.max(0, end - Math.floor(limit)) : 0, end);
}

/** Up to `limit` rows with the row of this id in their middle; nothing when there is no such row. */
export function pageAround(rows, id, limit) {
  const anchor = rows.findIndex((row) => row?.__openclaw?.id === id);
  if (anchor < 0) return undefined;
  const size = limit > 0 ? Math.floor(limit) || 1 : rows.length;
  const start = Math.max(0, Math.min(anchor - Math.floor(size / 2), rows.length - size));
  return page(rows, start, Math.min(rows.length, start + size));
}

function page(rows, start, end) {
  const messages = rows.slice(start, end);
  if (start === 0) return { messages, hasMore: false };
  const seq = own(messages[0]);
  return seq === undefined ? { messages, hasMore: true } : { messages, hasMore: true, nextCursor: String(seq) };
}
