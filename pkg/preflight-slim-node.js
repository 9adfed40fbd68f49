// Node, Deno and Bun: the module is that of `validate`.
import './validate-node.js';

export * from './preflight-slim.js';
