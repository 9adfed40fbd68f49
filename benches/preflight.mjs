// What preflight costs in Node. Rows as in `rows.mjs`, one without a must only tells; for a Worker see `edge`.
import { preflightSync } from '../pkg/preflight-node.js';
import { body } from './edge/bodies.mjs';
import { byTurns } from './measure.mjs';

const OPTIONS = { api: 'anthropic', provider: 'anthropic' };
const SIZES = { '100 KB': 100_000, '1 MB': 1_000_000 };
const ROUNDS = 60;

const encoder = new TextEncoder();
const milliseconds = ({ min, median }) => `${min.toFixed(2)} / ${median.toFixed(2)} ms`;

/** Bodies against reading and writing them as JSON. */
export function preflight() {
  return [...Object.entries(SIZES).flatMap(clean), broken()];
}

function clean([size, bytes]) {
  const text = body(bytes, false);
  const encoded = encoder.encode(text);
  if (preflightSync(text, OPTIONS).changed) throw new Error('the clean body is not clean');
  const { peer, ...times } = byTurns(
    {
      peer: () => JSON.stringify(JSON.parse(text)),
      bytes: () => preflightSync(encoded, OPTIONS),
      string: () => preflightSync(text, OPTIONS),
    },
    ROUNDS,
  );
  return Object.entries(times).map(([door, time]) => ({
    what: `preflight, clean body, ${size}, ${door}: time ÷ (JSON.parse + JSON.stringify)`,
    must: 1.0,
    aim: 0.5,
    measured: time.min / peer.min,
    note: `${milliseconds(time)}, peer ${milliseconds(peer)}`,
  }));
}

/** What it costs to mend a body, which only tells. */
function broken() {
  const text = body(1_000_000, true);
  const { peer, mended } = byTurns(
    { peer: () => JSON.stringify(JSON.parse(text)), mended: () => preflightSync(text, OPTIONS) },
    ROUNDS,
  );
  return {
    what: 'preflight, broken body, 1 MB, string: time ÷ (JSON.parse + JSON.stringify)',
    measured: mended.min / peer.min,
    note: `${milliseconds(mended)}, ${preflightSync(text, OPTIONS).changes.length} changes`,
  };
}
