// Cloudflare Workers: compiling is forbidden while requests are handled, so the imports are compiled modules.
import './images-workerd.js';
import './preflight-slim-workerd.js';

export * from './preflight.js';
