// The Worker under Bun: bun examples/edge/bun.mjs
import worker from '../../www/worker/src/index.js';

const server = Bun.serve({
  port: Number(process.env.PORT ?? 8787),
  // Seconds between two events of a stream; 255 is the most.
  idleTimeout: 255,
  fetch: (request) => worker.fetch(request, process.env),
});
console.log(server.port);
