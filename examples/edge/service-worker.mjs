// A service worker: what its pages send to a provider is made acceptable before it leaves the browser.
import { preflight } from 'transcript-hygiene/preflight';

// navigator.serviceWorker.register('service-worker.mjs?provider=https://api.anthropic.com', { type: 'module' })
const PROVIDERS = new URL(self.location).searchParams.getAll('provider');

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const isProviders = PROVIDERS.includes(new URL(url).origin);
  if (method === 'POST' && isProviders) event.respondWith(mended(event.request));
});

async function mended(request) {
  const body = new Uint8Array(await request.clone().arrayBuffer());
  const outcome = await preflight(body, { path: new URL(request.url).pathname });
  if (!outcome.changed) return fetch(request);
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(outcome.headers ?? {})) headers.append(name, value);
  return fetch(new Request(request, { headers, body: outcome.body }));
}
