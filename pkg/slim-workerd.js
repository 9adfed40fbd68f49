// Cloudflare Workers: compiling is forbidden while requests are handled, so the import is a compiled module.
import module from './wasm/core_bg.wasm';
import { engine } from './engine.js';

engine.provide({ module: () => module });

export * from './core.js';
export * from './registry.js';
export * from './without-images.js';
