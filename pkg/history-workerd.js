// Cloudflare Workers: compiling is forbidden while requests are handled, so the import is a compiled module.
import module from './wasm/history_bg.wasm';
import { engine } from './history-engine.js';

engine.provide({ module: () => module });

export * from './history.js';
