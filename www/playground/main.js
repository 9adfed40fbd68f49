// The page: its state, what people can do to it, and how it is drawn.
import { version } from './pkg/web.js';
import { changesPanel } from './changes.js';
import { takeDropsAndPastes } from './drop.js';
import { Engine } from './engine.js';
import { errorView } from './error-view.js';
import { html, nothing, render } from './libraries.js';
import { policyPanel } from './policy.js';
import { rejectionCard } from './rejection.js';
import { loadSamples } from './samples.js';
import { completed, targetCard } from './target.js';
import { themeSwitch } from './theme.js';
import { fromFile, fromText, transcriptCard } from './transcript.js';
import { turnsView } from './turns-view.js';
import { summary, toolbar } from './summary.js';

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
    entry?.scrollIntoView({ block: 'nearest' });
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

const draw = () => render(view(), document.getElementById('page'));

const view = () => html`<header class="top">
    <h1><img src="icon.svg" alt="" width="28" height="28" /> transcript-hygiene <span class="version">${version}</span></h1>
    <p>Why a provider refuses a transcript, and what makes it acceptable.</p>
    ${themeSwitch()}
  </header>
  <main>
    <div class="cards">
      ${transcriptCard(state, actions)}
      <div class="stack">${targetCard(state, actions)} ${rejectionCard(state, actions)}</div>
    </div>
    ${summary(state, actions)} ${state.result?.error ? errorView(state.result.error) : nothing}
    ${state.result?.policy
      ? html`<div class="results ${state.result.error ? 'failed' : ''}">
          ${state.page && !state.result.error
            ? html`<section id="comparison" class="comparison" aria-labelledby="comparison-title">
                <div class="comparison-head">
                  <h2 id="comparison-title">Turn by turn</h2>
                  ${toolbar(state, actions)}
                </div>
                <div class="columns" aria-hidden="true"><span>Given</span><span>What the provider gets</span></div>
                ${turnsView(state, actions)}
              </section>`
            : nothing}
          ${aside()}
        </div>`
      : nothing}
  </main>
  <footer class="bottom">Everything runs in this page, in WebAssembly. Nothing you paste is sent anywhere.</footer>`;

function aside() {
  const failed = state.result.error !== undefined;
  const panel = failed ? 'policy' : state.panel;
  const tab = (name, label) => html`<button
    type="button"
    role="tab"
    id="tab-${name}"
    aria-controls="panel"
    aria-selected=${panel === name}
    tabindex=${panel === name ? 0 : -1}
    @click=${() => actions.show(name)}
    @keydown=${switchTab}
  >
    ${label}
  </button>`;
  return html`<aside class="aside" aria-label="Changes and policy">
    <div class="tabs" role="tablist">${failed ? nothing : tab('changes', 'Changes')} ${tab('policy', 'Policy')}</div>
    <div id="panel" role="tabpanel" aria-labelledby="tab-${panel}" tabindex="0">
      ${panel === 'policy' ? policyPanel(state.result.policy) : changesPanel(state, actions)}
    </div>
  </aside>`;
}

function switchTab({ key, currentTarget }) {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
  const other = currentTarget.parentElement.querySelector('[role=tab][aria-selected=false]');
  other?.click();
  other?.focus();
}

takeDropsAndPastes(actions);
draw();
state.samples = await loadSamples();
if (state.given.data === '') actions.choose(state.samples[0].file);
else draw();
