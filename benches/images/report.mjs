// The numbers of the jobs as Markdown, and how far they are from what is wanted.
import os from 'node:os';

const OURS = 'transcript-hygiene';

/** By job: how many times faster than Photon, how much slower than sharp, and the memory in MiB; must and aim of each. */
const TARGETS = {
  1: { photon: [8, 14], sharp: [1.6, 1.1], memory: [32, 16] },
  2: { photon: [4, 6], sharp: [1.5, 1.0], memory: [32, 16] },
  3: { photon: [3, 5], sharp: [2.2, 1.4] },
  4: { sharp: [1.3, 1.0], memory: [32, 16] },
  5: { sharp: [1.1, 0.8], memory: [32, 16] },
  7: { memory: [120, 64] },
};

/** Quality next to sharp's: dB that may be missing, and how many of its bytes may be used. */
const QUALITY = { decibels: 0.3, jobs: [1, 2, 3] };

export function heading() {
  const machine = `${os.cpus()[0].model.trim()}, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}`;
  return `Node ${process.versions.node}, ${machine}. CPU milliseconds are the median of 3 to 7 rounds, in a process and a thread for each.`;
}

export function table(results) {
  const lines = ['| job | peer | CPU ms | memory MiB | output KB | PSNR dB | SSIM |', '| --- | --- | ---: | ---: | ---: | ---: | ---: |'];
  for (const { job, what, bytes, peers } of results) {
    const name = `${job}: ${what}, ${(bytes / 1e6).toFixed(1)} MB`;
    for (const [at, one] of peers.entries()) {
      const numbers = [
        one.milliseconds.toFixed(0),
        one.memory.toFixed(0),
        (one.length / 1000).toFixed(0),
        one.psnr.toFixed(1),
        one.ssim.toFixed(3),
      ];
      lines.push(`| ${[at === 0 ? name : '', one.peer, ...numbers].join(' | ')} |`);
    }
  }
  return lines.join('\n');
}

/** Each target with what was measured. */
export function targets(results) {
  const lines = ['| job | what | must | aim | measured | verdict |', '| --- | --- | ---: | ---: | ---: | --- |'];
  for (const { job, what, peers } of results) {
    const of = (name) => peers.find(({ peer }) => peer === name);
    const ours = of(OURS);
    if (!ours) continue;
    const rows = [];
    const { photon, sharp, memory } = TARGETS[job] ?? {};
    if (photon && of('photon-node')) {
      rows.push(['times as fast as Photon', '≥', photon, of('photon-node').milliseconds / ours.milliseconds]);
    }
    if (sharp && of('sharp')) rows.push(['time ÷ that of sharp', '≤', sharp, ours.milliseconds / of('sharp').milliseconds]);
    if (memory) rows.push(['memory of the module, MiB', '≤', memory, ours.memory]);
    if (QUALITY.jobs.includes(job) && of('sharp')) {
      const { decibels } = QUALITY;
      rows.push(['dB less than sharp', '≤', [undefined, decibels], of('sharp').psnr - ours.psnr]);
      rows.push(['bytes ÷ those of sharp', '≤', [undefined, 1], ours.length / of('sharp').length]);
    }
    for (const row of rows) lines.push(line(`${job}: ${what}`, ...row));
  }
  return lines.join('\n');
}

function line(job, what, sign, [must, aim], measured) {
  const meets = (bound) => bound !== undefined && (sign === '≤' ? measured <= bound : measured >= bound);
  const verdict = meets(aim) ? 'aim met' : must === undefined ? 'aim missed' : meets(must) ? 'must met' : 'MISSED';
  const shown = (bound) => (bound === undefined ? '' : `${sign} ${bound}`);
  return `| ${[job, what, shown(must), shown(aim), measured.toFixed(2), verdict].join(' | ')} |`;
}
