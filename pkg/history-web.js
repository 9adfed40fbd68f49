// Browsers and bundlers: the module is fetched by `init`, or by the first call that returns a promise.
import { engine } from './history-engine.js';

engine.provide({ source: () => new URL('./wasm/history_bg.wasm', import.meta.url) });

export * from './history.js';
