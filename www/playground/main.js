// The page: its state, the engine, and what people can do. How it is drawn is in page.js.
import { render } from 'lit-html';
import { createActions } from './actions/actions.js';
import { Engine } from './engine.js';
import { page } from './page.js';
import { takeDropsAndPastes } from './parts/drop.js';
import { takeKeys } from './parts/keys.js';
import { VirtualList } from './parts/virtual-list.js';
import { installOffline } from './store/offline.js';
import { loadSamples } from './store/samples.js';
import { initialState } from './state.js';

const engine = new Engine();
const state = initialState();

let drawn = false;
let measured = false;

/** Soon, and once for all that changed until then. */
function draw() {
  if (drawn) return;
  drawn = true;
  queueMicrotask(drawNow);
}

function drawNow() {
  drawn = false;
  render(page(state, lists, actions), document.getElementById('page'));
  if (measured) return;
  measured = true;
  requestAnimationFrame(measureNow);
}

/** Once a frame: measuring makes the browser lay out the page. */
function measureNow() {
  measured = false;
  for (const list of Object.values(lists)) list.measure();
}

const listOf = (call, height) => new VirtualList({ load: (range) => engine.ask(call, range), draw, height });

const lists = {
  turns: listOf('drawn', 160),
  people: listOf('seen', 90),
  repair: listOf('repairedLines', 90),
};

const actions = createActions({ state, engine, lists, draw });

takeDropsAndPastes(actions);
takeKeys(actions);
drawNow();
state.samples = await loadSamples();
// Somebody may have given something already.
if (state.given.data === '') await actions.start();
// The page writes its address without this event; somebody else followed a link.
addEventListener('hashchange', actions.start);
installOffline();
