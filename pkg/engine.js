import { createInstance } from './instance.js';
import * as glue from './wasm/core.js';

/** The instance that every call of the package goes through. */
export const engine = /* @__PURE__ */ createInstance(glue);
