// A turn as sections that a person reads: its blocks, then what else it holds.

/** The member of a block that is prose and not data. */
const PROSE = { text: 'text', thinking: 'thinking' };

/** The name of the section that holds the members of the turn itself. */
export const FACTS = 'turn';

/**
 * @typedef {object} Section
 * @property {string} label The type of the block.
 * @property {{ name: string, text: string, prose: boolean }[]} fields
 */

/** @returns {{ role: string, sections: Section[] }} */
export function describeTurn(turn) {
  if (!isObject(turn)) return { role: 'no turn', sections: [{ label: kindOf(turn), fields: [field('', turn)] }] };
  const { role, content, ...facts } = turn;
  const sections = describeContent(content);
  const fields = Object.entries(facts).map(([name, value]) => field(name, value));
  if (fields.length > 0) sections.push({ label: FACTS, fields });
  return { role: typeof role === 'string' ? role : 'no role', sections };
}

function describeContent(content) {
  if (content === undefined) return [];
  if (typeof content === 'string') return [{ label: 'text', fields: [{ name: 'string', text: content, prose: true }] }];
  if (!Array.isArray(content)) return [{ label: 'content', fields: [field('', content)] }];
  if (content.length === 0) return [{ label: 'no blocks', fields: [] }];
  return content.map(describeBlock);
}

function describeBlock(block) {
  if (!isObject(block)) return { label: kindOf(block), fields: [field('', block)] };
  const { type, ...members } = block;
  const label = typeof type === 'string' ? type : 'no type';
  const prose = PROSE[label];
  const fields = Object.entries(members).map(([name, value]) =>
    name === prose && typeof value === 'string' ? { name, text: value, prose: true } : field(name, value),
  );
  return { label, fields };
}

/** JSON up to this length stands on one line. */
const ONE_LINE = 96;

/** Strings are shown as they are, everything else as JSON. */
function field(name, value) {
  return { name, text: typeof value === 'string' ? value : readableJson(value), prose: false };
}

function readableJson(value) {
  const lines = JSON.stringify(value, null, 2);
  // A line break outside of a string is never escaped, so every one of them is layout.
  const line = lines.replace(/\n */g, ' ');
  return line.length <= ONE_LINE ? line : lines;
}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const kindOf = (value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
