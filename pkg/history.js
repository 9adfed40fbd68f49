import { engine } from './history-engine.js';

export { HygieneError } from './hygiene-error.js';
export { version } from './version.js';
export * from './display.js';
export * from './session.js';

// Types and what each call means are in history.d.ts.

export const init = (source) => engine.init(source);
