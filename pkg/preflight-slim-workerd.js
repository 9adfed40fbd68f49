// Cloudflare Workers: the module is that of `validate`.
import './validate-workerd.js';

export * from './preflight-slim.js';
