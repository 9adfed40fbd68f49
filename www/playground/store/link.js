// The address: what a link says, and how. All of it stands behind `#`, which browsers send to no server.

import { KINDS } from '../input/shapes.js';
import { TABS } from '../state.js';

/** Longer links are cut by some programs. */
export const LONG_LINK = 8000;

/** Browsers cut longer addresses. */
const LONGEST_LINK = 2_000_000;

/** The short names of what a link says beside the text. */
const FIELDS = { tab: 'tab', as: 'as', profile: 'profile' };
const ALLOWED = { tab: Object.keys(TABS), as: Object.keys(KINDS), profile: ['strict', 'compat'] };
const USUAL = { tab: 'provider', as: '', profile: 'strict' };
const TARGET = { provider: 'provider', modelApi: 'api', modelId: 'model' };

/**
 * The address for what is on the screen, without any pasted text: that leaves the page only in a link made on purpose.
 * The id of what was given before means something in this browser alone.
 */
export function shortAddress(state) {
  const search = fieldsOf(state);
  if (state.sample) search.set('sample', state.sample);
  else if (state.recentId) search.set('recent', state.recentId);
  const said = search.toString();
  return said === '' ? location.pathname + location.search : `#${said}`;
}

/** The address that holds everything, the text included; nothing when it would be too long. */
export async function writeLink(state, text) {
  const search = fieldsOf(state);
  if (state.sample) search.set('sample', state.sample);
  else search.set('text', await packed(text));
  const link = `#${search}`;
  return link.length > LONGEST_LINK ? undefined : link;
}

function fieldsOf(state) {
  const search = new URLSearchParams();
  for (const [name, short] of Object.entries(FIELDS)) if (state[name] !== USUAL[name]) search.set(short, state[name]);
  if (!state.guess) for (const [name, short] of Object.entries(TARGET)) search.set(short, state.target[name]);
  if (Object.keys(state.overrides).length > 0) search.set('flags', JSON.stringify(state.overrides));
  if (state.tab === 'rules' && state.rules.open) search.set('rule', state.rules.open);
  return search;
}

/** @returns {Promise<{ state: object, sample?: string, text?: string, recent?: string, rule?: string, problem?: string }>} */
export async function readLink(hash) {
  const search = new URLSearchParams(hash.slice(1));
  const state = {};
  for (const [name, short] of Object.entries(FIELDS)) {
    if (ALLOWED[name].includes(search.get(short))) state[name] = search.get(short);
  }
  if (Object.values(TARGET).some((short) => search.has(short))) {
    state.target = Object.fromEntries(Object.entries(TARGET).map(([name, short]) => [name, search.get(short) ?? '']));
    state.guess = false;
  }
  const found = { state };
  for (const name of ['sample', 'recent', 'rule']) found[name] = search.get(name) ?? undefined;
  try {
    if (search.has('flags')) state.overrides = JSON.parse(search.get('flags'));
    if (search.has('text')) found.text = await unpacked(search.get('text'));
  } catch {
    found.problem = 'The link is damaged: not all of it could be read.';
  }
  return found;
}

/** Compressed, in letters, digits, `-` and `_`. */
async function packed(text) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text));
  return bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
}

async function unpacked(text) {
  const bytes = Uint8Array.fromBase64(text, { alphabet: 'base64url' });
  return new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes));
}

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
