// A turn as sections that a person reads: its blocks, then what else it holds. Turns of this package, and of the five
// request shapes.

/** The member of a block that is prose and not data. */
const PROSE = { text: 'text', thinking: 'thinking', input_text: 'text', output_text: 'text', summary_text: 'text' };

/** Members that name what a block without a type is. */
const UNTYPED = ['text', 'toolUse', 'toolResult', 'reasoningContent', 'image', 'document', 'cachePoint'].concat([
  'functionCall',
  'functionResponse',
  'inlineData',
  'fileData',
]);

/** The name of the section that holds the members of the turn itself. */
const FACTS = 'turn';

/**
 * @typedef {object} Section
 * @property {string} label The type of the block.
 * @property {{ name: string, text: string, prose: boolean }[]} fields
 */

/** @returns {{ role: string, sections: Section[] }} */
export function describeTurn(turn) {
  if (!isObject(turn)) return { role: 'no turn', sections: [{ label: kindOf(turn), fields: [field('', turn)] }] };
  const { role, content, parts, ...facts } = turn;
  const sections = [...describeContent(content ?? undefined), ...describeContent(parts)];
  // A call of the chat shape has null for content.
  if (content === null) facts.content = null;
  return { role: roleOf(turn), sections: [...sections, ...describeMembers(facts)] };
}

/** Members that are no content, as one section; none for none. */
export function describeMembers(members) {
  const fields = Object.entries(members).map(([name, value]) => field(name, value));
  return fields.length > 0 ? [{ label: FACTS, fields }] : [];
}

/** Items of the Responses shape that are no messages have a type for a role. */
function roleOf({ role, type }) {
  if (typeof role === 'string') return role;
  return typeof type === 'string' ? type : 'no role';
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
  const { type, ...others } = block;
  const untyped = UNTYPED.find((name) => name in block);
  const label = typeof type === 'string' ? type : (untyped ?? 'no type');
  const prose = PROSE[label];
  const fields = Object.entries(others).map(([name, value]) =>
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
