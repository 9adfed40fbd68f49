// The playground in a browser, behind a proxy that counts what is asked of the server, below a path of its own.
import { createServer } from 'node:http';
import { launch } from '../hosts/browsers.mjs';

const { PLAYGROUND } = process.env;
if (!PLAYGROUND) throw new Error('PLAYGROUND names the address; `cargo xtask test browser` sets it');

/** A static host may serve the page from any folder. */
const PREFIX = '/some/folder/';

/** How long a page may take for anything that is waited for here, on a busy machine. */
const PATIENCE_MS = 30_000;

/** @param refused Paths that the server does not find. */
export async function openPlayground(browserName, { refused, hash = '' } = {}) {
  const proxy = await countingProxy(refused);
  const browser = await launch(browserName);
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const problems = [];
  const foreign = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(proxy.origin)) foreign.push(request.url());
  });
  await page.evaluateOnNewDocument(watch);
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(proxy.origin + PREFIX + hash);
  await page.waitForSelector('#panel > *, .error');
  return {
    browser,
    page,
    address: proxy.origin + PREFIX,
    requests: proxy.requests,
    /** The server is there no more. */
    goOffline: () => proxy.close(),
    foreign,
    /** Console errors and warnings, uncaught errors, and what the content security policy refused. */
    problems: async () => [...problems, ...(await page.evaluate(() => watched.violations))],
    async close() {
      await browser.close();
      proxy.close();
    },
  };
}

/** Runs in the page before its scripts. */
function watch() {
  const watched = { violations: [], longTasks: [], blob: undefined };
  Object.assign(globalThis, { watched });
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    watched.violations.push(`${violatedDirective} refused ${blockedURI}`);
  });
  const createObjectURL = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => {
    watched.blob = blob;
    return createObjectURL(blob);
  };
  // Nothing is saved: Firefox would open a panel that takes the focus from the page.
  HTMLAnchorElement.prototype.click = () => {};
  if (PerformanceObserver.supportedEntryTypes.includes('longtask')) {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watched.longTasks.push(duration);
    }).observe({ type: 'longtask' });
  }
}

async function countingProxy(refused) {
  const requests = [];
  const server = createServer(async (request, response) => {
    requests.push(request.url);
    if (!request.url.startsWith(PREFIX) || refused?.test(request.url)) return response.writeHead(404).end();
    const answer = await fetch(`${PLAYGROUND}/${request.url.slice(PREFIX.length)}`);
    const headers = Object.fromEntries(answer.headers);
    delete headers.connection;
    response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  return {
    origin: `http://localhost:${server.address().port}`,
    requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Until every file of the page is kept, so that nothing more is fetched. */
export const keptOffline = (page) =>
  page.evaluate(async () => {
    const { active, installing, waiting } = await navigator.serviceWorker.ready;
    const worker = active ?? waiting ?? installing;
    while (worker.state !== 'activated') await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  });

/** Until nothing runs and the page says what matches. */
export const settled = (page, said = /./) =>
  page.waitForFunction(
    (source) => {
      const status = document.querySelector('#status');
      return !status.classList.contains('busy') && new RegExp(source).test(status.textContent);
    },
    {},
    said.source,
  );

export async function chooseSample(page, file) {
  await page.$eval('#samples', (button) => button.click());
  await page.$eval(`[data-sample="${file}"]`, (choice) => choice.click());
  await settled(page);
}

/** Shows a tab, and waits for what it holds. */
export async function showTab(page, name, content = '#panel > *') {
  await page.$eval(`#tab-${name}`, (tab) => tab.click());
  await page.waitForSelector(`#tab-${name}[aria-selected=true]`);
  await page.waitForSelector(content);
}

/** Until a selector's text says what matches. */
export const says = (page, selector, pattern) =>
  page.waitForFunction(
    (where, source, flags) => new RegExp(source, flags).test(document.querySelector(where)?.textContent ?? ''),
    {},
    selector,
    pattern.source,
    pattern.flags,
  );

/** What a button would have the browser save. */
export async function saved(page, button) {
  await page.evaluate(() => void (watched.blob = undefined));
  await page.$eval(button, (element) => element.click());
  await page.waitForFunction(() => watched.blob !== undefined);
  return page.evaluate(() => watched.blob.text());
}

/** Puts text into a field at once, as pasting does. */
export const fill = (page, selector, text) =>
  page.$eval(
    selector,
    (field, value) => {
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    text,
  );

/** Drops a file on the page; `content` is text, or bytes as an array. */
export const drop = (page, name, content) =>
  page.evaluate(
    (fileName, content) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([typeof content === 'string' ? content : new Uint8Array(content)], fileName));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    name,
    content,
  );

export const textOf = (page, selector) => page.$eval(selector, (element) => element.textContent);

export const textsOf = (page, selector) => page.$$eval(selector, (list) => list.map((element) => element.textContent));
