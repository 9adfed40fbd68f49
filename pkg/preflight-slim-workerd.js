// Cloudflare Workers: compiling is forbidden while requests are handled, so the import is a compiled module.
import module from './wasm/validate_bg.wasm';
import { engine } from './validate-engine.js';

engine.provide({ module: () => module });

export * from './preflight-slim.js';
