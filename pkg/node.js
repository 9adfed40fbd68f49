// Node, Deno and Bun: both modules lie beside these files, and are read when they are first needed.
import './images-node.js';
import './slim-node.js';

export * from './core.js';
export * from './registry.js';
export * from './with-images.js';
