// One job by one peer, in a process of its own: `node job.mjs PEER JOB OUTPUT`. Prints what it took as JSON.
import { writeFileSync } from 'node:fs';
import { JOBS, input } from './inputs.mjs';

const [, , peer, job, output] = process.argv;

/** Rounds that count: as many as fit in this time, but so many at least and at most. */
const ENOUGH_MILLISECONDS = 2000;
const [LEAST_ROUNDS, MOST_ROUNDS] = [3, 7];

/** Every memory that a module of the peer has. */
const memories = new Set();

/** Modules may bring their memory along or get it as an import. */
function note(instance, imports = {}) {
  for (const object of [instance.exports, ...Object.values(imports)]) {
    for (const value of Object.values(object)) if (value instanceof WebAssembly.Memory) memories.add(value);
  }
  return instance;
}

const { Instance, instantiate } = WebAssembly;
WebAssembly.Instance = new Proxy(Instance, {
  construct: (target, [module, imports]) => note(new target(module, imports), imports),
});
WebAssembly.instantiate = async (source, imports) => {
  const result = await instantiate(source, imports);
  note(result.instance ?? result, imports);
  return result;
};

const { PEERS } = await import('./peers.mjs');
const bytes = new Uint8Array(await input(JOBS.find((each) => String(each.job) === job)));
const run = await PEERS[peer]();
const residentBefore = process.memoryUsage().rss;

const times = [];
let result;
let peak = 0;
let spent = 0;
// The first round warms up.
for (let round = 0; round <= LEAST_ROUNDS || (spent < ENOUGH_MILLISECONDS && round <= MOST_ROUNDS); round += 1) {
  const before = process.cpuUsage();
  result = await run(bytes);
  const { user, system } = process.cpuUsage(before);
  const milliseconds = (user + system) / 1000;
  if (round > 0) times.push(milliseconds);
  spent += milliseconds;
  // A memory that was replaced after the call is still in the set, with the size that it had.
  peak = Math.max(peak, [...memories].reduce((sum, memory) => Math.max(sum, memory.buffer.byteLength), 0));
}
writeFileSync(output, result);
const native = process.resourceUsage().maxRSS * 1024 - residentBefore;
times.sort((a, b) => a - b);
console.log(JSON.stringify({
  milliseconds: times[times.length >> 1],
  fastest: times[0],
  memory: memories.size > 0 ? total(memories) : native,
  bytes: result.length,
}));

/** The memories of one instance each; instances that follow each other are not in use together. */
function total(all) {
  return peer === 'transcript-hygiene' ? peak : [...all].reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
}
