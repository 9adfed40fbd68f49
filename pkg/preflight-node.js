// Node, Deno and Bun: both modules lie beside these files, and are read when they are first needed.
import './images-node.js';
import './preflight-slim-node.js';

export * from './preflight.js';
