// Browsers and bundlers: the module is fetched by `init`, or by the first call that returns a promise; the one that
// changes pixels by the first call that needs it.
import './images-web.js';
import './slim-web.js';

export * from './core.js';
export * from './registry.js';
export * from './with-images.js';
