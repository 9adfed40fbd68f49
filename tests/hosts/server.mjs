// A static server for browser tests, on a free port of this machine.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * Serves a folder; `pages` maps paths to texts that are served as HTML instead.
 * @returns `{origin, close}`
 */
export async function serve(folder, pages = {}) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const page = pages[pathname];
    const type = page === undefined ? TYPES[extname(pathname)] : TYPES['.html'];
    try {
      // `URL` has already taken any `..` out of the path.
      const body = page ?? (await readFile(new URL(`.${decodeURIComponent(pathname)}`, folder)));
      response.writeHead(200, { 'content-type': type ?? 'application/octet-stream' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
