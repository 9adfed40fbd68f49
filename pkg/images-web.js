// Browsers and bundlers: the module is fetched by `init`, or by the first call that returns a promise.
import { engine } from './images-engine.js';

engine.provide({ source: () => new URL('./wasm/images_bg.wasm', import.meta.url) });

export * from './images.js';
