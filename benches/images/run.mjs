// Runs the jobs on images, each by every peer: `cargo xtask bench images [JOB …]`. Without numbers all jobs run, and the
// table goes into docs/images.md.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBetweenMarkers } from '../table.mjs';
import { JOBS, input } from './inputs.mjs';
import { PEERS } from './peers.mjs';
import { compare } from './quality.mjs';
import { heading, table, targets } from './report.mjs';

const PAGE = new URL('../../docs/images.md', import.meta.url);
const MIB = 1024 * 1024;

const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'transcript-hygiene-outputs-'));

/** What one peer took for one job; nothing when it could not do it. */
async function measure(peer, { job }, bytes) {
  const output = join(folder, `${job}.jpg`);
  const script = new URL('job.mjs', import.meta.url).pathname;
  const { status, stdout } = spawnSync(process.execPath, [script, peer, String(job), output], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const { milliseconds, fastest, memory, bytes: length } = JSON.parse(stdout);
  return { peer, milliseconds, fastest, memory: memory / MIB, length, ...(await compare(readFileSync(output), bytes)) };
}

const results = [];
for (const job of JOBS) {
  if (wanted.length > 0 && !wanted.includes(String(job.job))) continue;
  const bytes = await input(job);
  const peers = [];
  for (const peer of Object.keys(PEERS)) {
    console.error(`job ${job.job}, ${job.what}: ${peer} …`);
    const measured = await measure(peer, job, bytes);
    if (measured) peers.push(measured);
    console.error(measured ?? 'cannot do it');
  }
  results.push({ ...job, bytes: bytes.length, peers });
}
rmSync(folder, { recursive: true });

const text = [heading(), '', table(results), '', targets(results)].join('\n');
console.log(text);
if (wanted.length === 0 && !writeBetweenMarkers(PAGE, text)) {
  console.error('docs/images.md has no markers for the table');
  process.exit(1);
}
