// Browsers and bundlers: the modules are fetched when they are first needed.
import './images-web.js';
import './preflight-slim-web.js';

export * from './preflight.js';
