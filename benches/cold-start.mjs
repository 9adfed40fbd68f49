// Time from a compiled module to one that answers, in a process of its own.
import { readFileSync } from 'node:fs';
import * as glue from '../pkg/wasm/core.js';

const module = new WebAssembly.Module(readFileSync(new URL('../pkg/wasm/core_bg.wasm', import.meta.url)));
const start = performance.now();
glue.initSync({ module });
glue.version();
console.log(JSON.stringify({ time: performance.now() - start }));
