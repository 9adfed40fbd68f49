// What `wrangler deploy` would upload.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../www/worker/', import.meta.url));
/** Start-up and a cold fetch follow the size: stay under 1 MB gzip. */
const MAX_GZIP_KIB = 1_000;

for (const config of ['wrangler.jsonc', 'wrangler.archive.jsonc']) {
  test(`${config} deploys, and is small enough to start quickly`, (t) => {
    const out = mkdtempSync(join(tmpdir(), 'worker-'));
    t.after(() => rmSync(out, { recursive: true, force: true }));
    const wrangler = join(FOLDER, 'node_modules/wrangler/bin/wrangler.js');
    const printed = execFileSync(
      process.execPath,
      [wrangler, 'deploy', '--dry-run', '--config', join(FOLDER, config), '--outdir', out],
      { encoding: 'utf8', env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const [size, kibibytes] = /Total Upload: [\d.]+ KiB \/ gzip: ([\d.]+) KiB/.exec(printed) ?? [];
    assert.ok(size, printed);
    t.diagnostic(size);
    assert.ok(Number(kibibytes) <= MAX_GZIP_KIB, size);
  });
}
