import { pixels } from './pixels.js';
import { createPreflightCalls } from './preflight-calls.js';

export { HygieneError, constraints, init, version } from './preflight-calls.js';

export const { preflight, preflightSync } = /* @__PURE__ */ createPreflightCalls(pixels);
