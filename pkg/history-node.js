// Node, Deno and Bun: the module lies beside this file, and is read when the first call comes.
import { readFileSync } from 'node:fs';
import { engine } from './history-engine.js';

const file = new URL('./wasm/history_bg.wasm', import.meta.url);
engine.provide({ module: () => new WebAssembly.Module(readFileSync(file)) });

export * from './history.js';
