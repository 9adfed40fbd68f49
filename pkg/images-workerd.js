// Cloudflare Workers: compiling is forbidden while requests are handled, so the import is a compiled module.
import module from './wasm/images_bg.wasm';
import { engine } from './images-engine.js';

engine.provide({ module: () => module });

export * from './images.js';
