// One row as an element.

const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Text between fences is code. */
const FENCE = /```[^\n]*\n([\s\S]*?)(?:\n```[^\n]*|$)/;

const SPEAKERS = { user: 'You', assistant: 'Assistant', system: 'System', custom: 'Host' };

/** @param {{ row: object, hidden?: { state: string, reasons: string[] } }} entry */
export function rowElement({ row, hidden }) {
  const body = blocksOf(row).flatMap((block) => blockElements(block, row));
  const item = element('li', { class: `row ${kindOf(row)}` }, head(row, hidden), element('div', { class: 'body' }, ...body));
  if (hidden) {
    item.classList.add('hidden-row');
    item.append(element('p', { class: 'reason' }, `${hidden.state === 'merged' ? 'Merged' : 'Hidden'}: ${hidden.reasons.join('; ')}`));
  }
  if (row.__openclaw?.turnBoundary) item.classList.add('begins-turn');
  return item;
}

function head(row, hidden) {
  const parts = [element('span', { class: 'who' }, speaker(row))];
  if (Number.isFinite(row.timestamp)) {
    const date = new Date(row.timestamp);
    parts.push(element('time', { datetime: date.toISOString() }, time.format(date)));
  }
  if (row.__openclaw?.truncated) parts.push(element('span', { class: 'badge' }, 'cut'));
  if (hidden) parts.push(element('span', { class: 'badge' }, hidden.state));
  return element('div', { class: 'head' }, ...parts);
}

const isTool = (row) => typeof row.toolName === 'string' || row.role === 'toolResult';

function kindOf(row) {
  if (isTool(row)) return 'tool';
  return Object.hasOwn(SPEAKERS, row.role) ? row.role : 'system';
}

function speaker(row) {
  if (isTool(row)) return `Tool ${row.toolName ?? ''}`.trim();
  if (typeof row.senderLabel === 'string') return row.senderLabel;
  return Object.hasOwn(SPEAKERS, row.role) ? SPEAKERS[row.role] : String(row.role ?? 'Row');
}

function blocksOf(row) {
  const content = row.content ?? row.text;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter((block) => block !== null && typeof block === 'object') : [];
}

function blockElements(block, row) {
  const { type, text } = block;
  if (typeof text === 'string') return isTool(row) ? [folded('Result', text)] : textElements(text);
  if (typeof block.thinking === 'string') return [folded('Thinking', block.thinking)];
  if (typeof block.name === 'string') return [folded(`Call of ${block.name}`, JSON.stringify(block.arguments ?? block.input ?? {}, null, 2))];
  const bytes = block.bytes ?? block.source?.bytes;
  const size = Number.isFinite(bytes) ? `, ${bytes.toLocaleString('en')} bytes` : '';
  return [element('p', { class: 'media' }, `[${type ?? 'block'}${size}]`)];
}

function textElements(text) {
  const parts = [];
  let rest = text;
  for (let fence = FENCE.exec(rest); fence; fence = FENCE.exec(rest)) {
    parts.push(paragraph(rest.slice(0, fence.index)), code(fence[1]));
    rest = rest.slice(fence.index + fence[0].length);
  }
  parts.push(paragraph(rest));
  return parts.filter((part) => part.textContent.trim() !== '');
}

const paragraph = (text) => element('p', { class: 'text' }, text.trim());

/** Code may be wider than its row, and is scrolled by keyboard as well. */
const code = (text) => element('pre', { tabindex: '0' }, element('code', {}, text));

const folded = (title, text) => element('details', {}, element('summary', {}, title), code(text));

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
