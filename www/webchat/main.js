// The page: what its controls do. Reading and projecting happen in a worker, so that nothing here takes long.
import { ask } from './engine.js';
import { HistoryList } from './list.js';
import { followTheme } from './theme.js';

/** How often a row comes in while rows are received. */
const LIVE_EVERY_MS = 1000;

const at = (id) => document.getElementById(id);
const number = (count) => count.toLocaleString('en');

const list = new HistoryList({
  scroller: at('scroller'),
  rows: at('rows'),
  buttons: { oldest: at('oldest'), older: at('older'), newer: at('newer'), latest: at('latest'), unread: at('unread') },
  fetchEntries: (from, to) => ask('entries', { from, to, withHidden: at('hidden').checked }),
  onView: say,
});

/** What the worker told of the history last. */
let facts;

function say() {
  const { from, to, total } = list.view;
  const range = total === 0 ? 'No rows' : `Rows ${number(from + 1)} to ${number(to)} of ${number(total)}`;
  const hidden = at('hidden').checked ? `${number(facts.hiddenCount)} of them hidden` : `${number(facts.hiddenCount)} hidden`;
  at('status').textContent = `${range}, ${hidden}${facts.notes}`;
}

async function open(request) {
  stopLive();
  at('status').textContent = 'Loading …';
  try {
    facts = await ask('open', { ...request, withHidden: at('hidden').checked });
    await list.open(facts.total);
  } catch (error) {
    facts = { total: 0, hiddenCount: 0, notes: '' };
    await list.open(0);
    at('status').textContent = `This cannot be read: ${error.message}`;
  }
}

function openFile(file) {
  const choice = at('source').querySelector('[value=file]');
  choice.hidden = false;
  choice.textContent = file.name;
  at('source').value = 'file';
  return open({ file });
}

let timer;

function stopLive() {
  clearInterval(timer);
  timer = undefined;
  at('live').setAttribute('aria-pressed', 'false');
}

async function receive() {
  const withHidden = at('hidden').checked;
  facts = await ask('receive', { withHidden });
  // Switched meanwhile: what came counts places in the other list.
  if (withHidden === at('hidden').checked) await list.change(facts.from, facts.total);
}

at('source').addEventListener('change', ({ target }) => {
  if (target.value !== 'file') open({ sample: target.value });
});
at('file').addEventListener('change', ({ target }) => {
  const [file] = target.files;
  if (file) openFile(file);
  target.value = '';
});
at('live').addEventListener('click', () => {
  if (timer) return stopLive();
  at('live').setAttribute('aria-pressed', 'true');
  timer = setInterval(receive, LIVE_EVERY_MS);
  receive();
});
at('hidden').addEventListener('change', async ({ target }) => {
  const { total, place } = await ask('switch', { withHidden: target.checked, place: list.firstInView() });
  await list.open(total, place);
});
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  if (file) openFile(file);
});
followTheme(at('theme'));
open({ sample: at('source').value });
