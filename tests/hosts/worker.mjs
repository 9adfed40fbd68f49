// Cloudflare's runtime by miniflare: bundles a Worker as wrangler would, and runs it.
import { build } from 'esbuild';
import { Log, LogLevel, Miniflare } from 'miniflare';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What the package says it supports; everything must pass with nothing newer. */
export const COMPATIBILITY_DATE = '2026-07-01';

/**
 * A Worker that answers `dispatchFetch` until `dispose`.
 *
 * @param source    esbuild's `entryPoints` or `stdin`
 * @param bindings  the variables of its environment
 */
export async function startWorker(source, bindings = {}) {
  return new Miniflare({
    bindings,
    cf: false,
    compatibilityDate: COMPATIBILITY_DATE,
    log: new Log(LogLevel.ERROR),
    modules: await bundle(source),
  });
}

/** Sends a Worker one request; gives the text of the response, or an error when its status is none of success. */
export async function runWorker(source) {
  const miniflare = await startWorker(source);
  try {
    const response = await miniflare.dispatchFetch('http://worker.test/');
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return text;
  } finally {
    await miniflare.dispose();
  }
}

/** Bytes of memory that the runtimes started by this process hold, as Linux counts them. */
export function residentBytes() {
  return runtimeProcesses()
    .map((id) => /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))[1] * 1024)
    .reduce((sum, bytes) => sum + bytes, 0);
}

/** Ids of the runtimes' processes that this process started. */
export function runtimeProcesses() {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').match(/\d+/g) ?? [];
  return children.filter((id) => readFileSync(`/proc/${id}/comm`, 'utf8').trim() === 'workerd');
}

/** The Worker's script and its wasm modules, as miniflare takes them. */
export async function bundle(source) {
  const wasmFiles = new Map();
  /** Wasm imports stay imports: the runtime gives them as compiled modules. */
  const wasmAsModule = {
    name: 'wasm-as-module',
    setup({ onResolve }) {
      onResolve({ filter: /\.wasm$/ }, ({ path, resolveDir }) => {
        wasmFiles.set(basename(path), join(resolveDir, path));
        return { path: `./${basename(path)}`, external: true };
      });
    },
  };
  const { outputFiles } = await build({
    ...source,
    bundle: true,
    external: ['cloudflare:*'],
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
    plugins: [wasmAsModule],
    write: false,
    logLevel: 'error',
  });
  return [
    { type: 'ESModule', path: 'worker.mjs', contents: outputFiles[0].text },
    ...[...wasmFiles].map(([path, file]) => ({ type: 'CompiledWasm', path, contents: readFileSync(file) })),
  ];
}
