// Browsers and bundlers: the module is that of `validate`.
import './validate-web.js';

export * from './preflight-slim.js';
