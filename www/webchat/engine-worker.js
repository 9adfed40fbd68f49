// The engine, apart from the page: reads a session file, projects its rows, and hands out those that the page draws.
import { init, loadSession } from './pkg/history-web.js';
import { longChat, nextRow } from './long-chat.js';
import { Timeline } from './timeline.js';

let timeline;
let received = 0;

const calls = {
  async open({ file, sample, withHidden }) {
    const { messages, report } = loadSession(await textOf({ file, sample }));
    timeline = new Timeline(messages);
    const skipped = report.skippedLines ?? 0;
    return told(withHidden, { notes: skipped > 0 ? `; ${skipped} lines of the file cannot be read` : '' });
  },
  entries: ({ from, to, withHidden }) => timeline.entries(withHidden).slice(from, to),
  /** Where the entry of one list stands in the other. */
  switch({ withHidden, place }) {
    const seq = timeline.entries(!withHidden)[place]?.seq;
    const entries = timeline.entries(withHidden);
    const found = entries.findIndex((entry) => entry.seq >= seq);
    return { total: entries.length, place: found < 0 ? entries.length : found };
  },
  /** One row more, as a live stream would bring it. */
  receive({ withHidden }) {
    received += 1;
    const from = timeline.append([nextRow(received)], withHidden);
    return told(withHidden, { from, notes: '' });
  },
};

const told = (withHidden, more) => ({
  total: timeline.entries(withHidden).length,
  hiddenCount: timeline.hiddenCount,
  ...more,
});

async function textOf({ file, sample }) {
  if (file) return new Uint8Array(await file.arrayBuffer());
  if (sample === 'long') return longChat();
  const response = await fetch(new URL('./samples/session.jsonl', import.meta.url));
  return new Uint8Array(await response.arrayBuffer());
}

const ready = init();

addEventListener('message', async ({ data: { id, name, request } }) => {
  try {
    await ready;
    postMessage({ id, value: await calls[name](request) });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
});
