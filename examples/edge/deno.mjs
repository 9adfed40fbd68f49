// The Worker under Deno: deno run --allow-net --allow-env --allow-read --node-modules-dir=manual examples/edge/deno.mjs
import process from 'node:process';
import worker from '../../www/worker/src/index.js';

Deno.serve(
  { port: Number(process.env.PORT ?? 8787), onListen: ({ port }) => console.log(port) },
  (request) => worker.fetch(request, process.env),
);
