// Browsers and bundlers: the module is fetched by `init`, or by the first call that returns a promise.
import { engine } from './engine.js';

engine.provide({ source: () => new URL('./wasm/core_bg.wasm', import.meta.url) });

export * from './core.js';
export * from './registry.js';
export * from './without-images.js';
