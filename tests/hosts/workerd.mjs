// Cloudflare's runtime by miniflare: the suite, bundled as wrangler would bundle it, runs inside a request.
import { build } from 'esbuild';
import { Log, LogLevel, Miniflare } from 'miniflare';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { names } from './files.mjs';
import { report } from './report.mjs';

/** What the package says it supports; the suite must pass with nothing newer. */
const COMPATIBILITY_DATE = '2026-07-01';

const wasmModules = new Map();

/** Wasm imports stay imports: the runtime gives them as compiled modules. */
const wasmAsModule = {
  name: 'wasm-as-module',
  setup({ onResolve }) {
    onResolve({ filter: /\.wasm$/ }, ({ path, resolveDir }) => {
      wasmModules.set(`./${basename(path)}`, join(resolveDir, path));
      return { path: `./${basename(path)}`, external: true };
    });
  },
};

const worker = `
import { runSuite } from './suite.mjs';
${names.map((name, i) => `import * as file${i} from '../js/${name}';`).join('\n')}
const files = [${names.map((name, i) => `['${name}', () => file${i}]`).join(', ')}];
export default { fetch: async () => Response.json(await runSuite(files)) };
`;

const bundle = await build({
  stdin: { contents: worker, resolveDir: dirname(fileURLToPath(import.meta.url)) },
  bundle: true,
  format: 'esm',
  conditions: ['workerd', 'worker', 'browser'],
  plugins: [wasmAsModule],
  write: false,
  logLevel: 'error',
});

const miniflare = new Miniflare({
  cf: false,
  compatibilityDate: COMPATIBILITY_DATE,
  log: new Log(LogLevel.ERROR),
  modules: [
    { type: 'ESModule', path: 'worker.mjs', contents: bundle.outputFiles[0].text },
    ...[...wasmModules].map(([name, file]) => ({ type: 'CompiledWasm', path: basename(name), contents: readFileSync(file) })),
  ],
});
try {
  const response = await miniflare.dispatchFetch('http://suite.test/');
  if (!response.ok) throw new Error(await response.text());
  process.exitCode = report(await response.json());
} finally {
  await miniflare.dispose();
}
