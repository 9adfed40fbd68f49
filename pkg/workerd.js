// Cloudflare Workers: compiling is forbidden while requests are handled, so the imports are compiled modules.
import './images-workerd.js';
import './slim-workerd.js';

export * from './core.js';
export * from './registry.js';
export * from './with-images.js';
