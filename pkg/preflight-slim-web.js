// Browsers and bundlers: the module is fetched by `init`, or by the first call that returns a promise.
import { engine } from './validate-engine.js';

engine.provide({ source: () => new URL('./wasm/validate_bg.wasm', import.meta.url) });

export * from './preflight-slim.js';
