// The Worker under Node: node examples/edge/node.mjs
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import worker from '../../www/worker/src/index.js';

const server = createServer(async (incoming, outgoing) => {
  const { method, url, headers } = incoming;
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort());
  const body = method === 'GET' || method === 'HEAD' ? undefined : Readable.toWeb(incoming);
  try {
    const init = { method, headers, body, duplex: 'half', signal: gone.signal };
    const response = await worker.fetch(new Request(`http://localhost${url}`, init), process.env);
    outgoing.writeHead(response.status, [...response.headers].flat());
    if (response.body) await pipeline(Readable.fromWeb(response.body), outgoing);
    else outgoing.end();
  } catch {
    // The upstream or the client broke off: nobody can be told but by breaking off.
    outgoing.destroy();
  }
});

server.listen(Number(process.env.PORT ?? 8787), () => console.log(server.address().port));
