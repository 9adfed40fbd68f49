import { createInstance } from './instance.js';
import * as glue from './wasm/images.js';

/** The instance that changes pixels. */
export const engine = /* @__PURE__ */ createInstance(glue);
