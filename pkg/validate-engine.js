import { createInstance } from './instance.js';
import * as glue from './wasm/validate.js';

/** The instance that every call of `transcript-hygiene/validate` goes through. */
export const engine = /* @__PURE__ */ createInstance(glue);
