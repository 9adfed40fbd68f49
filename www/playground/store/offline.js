// The service worker that keeps the page's own files, so that it works without a network.

/** Where pages may not have one, such as on plain HTTP, the page works all the same. */
export function installOffline() {
  navigator.serviceWorker?.register(new URL('./service-worker.js', import.meta.url)).catch(() => undefined);
}
