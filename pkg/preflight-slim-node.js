// Node, Deno and Bun: the module lies beside this file, and is read when the first call comes.
import { readFileSync } from 'node:fs';
import { engine } from './validate-engine.js';

const file = new URL('./wasm/validate_bg.wasm', import.meta.url);
engine.provide({ module: () => new WebAssembly.Module(readFileSync(file)) });

export * from './preflight-slim.js';
