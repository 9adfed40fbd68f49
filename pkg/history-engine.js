import { createInstance } from './instance.js';
import * as glue from './wasm/history.js';

/** The instance that every call of `transcript-hygiene/history` goes through. */
export const engine = /* @__PURE__ */ createInstance(glue);
