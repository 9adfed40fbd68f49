// The page: its state, and what people can do to it. How it is drawn is in view.js.
import { takeDropsAndPastes } from './drop.js';
import { Engine } from './engine.js';
import { render } from './libraries.js';
import { loadSamples } from './samples.js';
import { completed } from './target.js';
import { fromFile, fromText } from './transcript.js';
import { view } from './view.js';

/** Typing settles for so long before it is looked at. */
const TYPING_MS = 150;

/** What takes longer is said to be going on; saying so of everything would flicker. */
const SLOW_MS = 250;

/** A word on what was done stands for so long where the summary was. */
const SAID_MS = 3000;

const engine = new Engine();

const state = {
  samples: [],
  sample: '',
  given: fromText(''),
  target: { provider: '', modelApi: '', modelId: '' },
  profile: 'strict',
  busy: false,
  /** Busy for so long that it is said, and can be cancelled. */
  slow: false,
  /** What the engine said of the last run. */
  result: undefined,
  page: undefined,
  unfolded: [],
  /** The row that was gone to last. */
  focused: undefined,
  panel: 'changes',
  openRules: new Set(),
  /** By rule, the changes that are listed. */
  places: new Map(),
  rejection: { text: '', found: undefined },
  said: '',
};

const actions = {
  type(text) {
    state.given = fromText(text, 'typed text');
    state.sample = '';
    draw();
    settle(run);
  },
  async open(file) {
    state.given = await fromFile(file);
    state.sample = '';
    run();
  },
  paste(text) {
    state.given = fromText(text);
    state.sample = '';
    run();
  },
  choose(file) {
    const sample = state.samples.find((one) => one.file === file);
    if (!sample) return;
    state.given = fromText(sample.text, sample.file);
    state.sample = file;
    state.target = { provider: '', modelApi: '', modelId: '', ...sample.target };
    run();
  },
  aim(change) {
    state.target = completed(state.target, change);
    draw();
    settle(run);
  },
  profileIs(profile) {
    state.profile = profile;
    run();
  },
  async complain(text) {
    state.rejection = { text, found: undefined };
    const found = text.trim() === '' ? undefined : await engine.ask('rejections', { text });
    if (state.rejection.text === text) state.rejection = { text, found };
    draw();
  },
  show(panel) {
    state.panel = panel;
    draw();
  },
  async toggleRule(rule, open) {
    if (open === state.openRules.has(rule)) return;
    if (open) state.openRules.add(rule);
    else state.openRules.delete(rule);
    if (open && state.result?.counts?.[rule] && !state.places.has(rule)) await listPlaces(rule);
    draw();
  },
  async showRule(rule) {
    state.panel = 'changes';
    await actions.toggleRule(rule, true);
    draw();
    const entry = document.getElementById(`rule-${rule}`);
    entry?.scrollIntoView({ block: 'start' });
    entry?.querySelector('summary').focus({ preventScroll: true });
  },
  moreChanges: async (rule) => {
    await listPlaces(rule);
    draw();
  },
  async goTo(row) {
    await turnTo({ around: row });
    state.focused = row;
    draw();
    const element = document.getElementById(`row-${row}`);
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  },
  async unfold(from) {
    state.unfolded = [...state.unfolded, from];
    await turnTo({ around: from });
    draw();
    document.getElementById(`row-${from}`)?.focus();
  },
  async turnPage(number) {
    await turnTo({ number });
    draw();
    document.getElementById('comparison').scrollIntoView();
  },
  async wholeRow(id) {
    const row = await engine.ask('row', { id, whole: true });
    if (!row || !state.page) return;
    state.page = { ...state.page, items: state.page.items.map((item) => (item.id === id ? row : item)) };
    draw();
  },
  async copy() {
    const text = await engine.ask('result');
    await navigator.clipboard.writeText(text).then(
      () => say('Copied.'),
      () => say('The browser did not allow to copy. Download the result instead.'),
    );
  },
  async download() {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([await engine.ask('result')], { type: 'application/json' }));
    link.download = 'sanitized.json';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    say('Downloaded.');
  },
  cancel() {
    Object.assign(state, { result: undefined, page: undefined });
    engine.cancel();
    say('Cancelled.');
  },
};

let typing;
let slowness;
let saying;

function settle(then) {
  clearTimeout(typing);
  typing = setTimeout(then, TYPING_MS);
}

async function run() {
  clearTimeout(typing);
  clearTimeout(slowness);
  slowness = setTimeout(() => {
    state.slow = true;
    draw();
  }, SLOW_MS);
  state.busy = true;
  state.said = '';
  draw();
  const { given, target, profile } = state;
  const result = await engine.run({ given: given.data, target, options: { profile } }).catch(failure);
  // A newer run says what there is to say.
  if (given !== state.given || target !== state.target || profile !== state.profile) return;
  clearTimeout(slowness);
  state.busy = false;
  state.slow = false;
  if (result) {
    Object.assign(state, { result, unfolded: [], focused: undefined, places: new Map(), page: undefined });
    if (!result.error) {
      await turnTo({ number: 0 });
      await Promise.all([...state.openRules].filter((rule) => result.counts[rule]).map(listPlaces));
    }
  }
  draw();
}

/** The engine itself is not there, or broke. */
const failure = ({ message }) => ({ error: { code: 'internal', message } });

async function turnTo(where) {
  const page = await engine.ask('page', { number: state.page?.number, unfolded: state.unfolded, ...where });
  if (page) state.page = page;
}

async function listPlaces(rule) {
  const known = state.places.get(rule) ?? [];
  const more = await engine.ask('changes', { rule, from: known.length });
  if (more) state.places.set(rule, [...known, ...more]);
}

function say(text) {
  state.said = text;
  draw();
  clearTimeout(saying);
  saying = setTimeout(() => {
    state.said = '';
    draw();
  }, SAID_MS);
}

const draw = () => render(view(state, actions), document.getElementById('page'));

takeDropsAndPastes(actions);
draw();
state.samples = await loadSamples();
if (state.given.data === '') actions.choose(state.samples[0].file);
else draw();
