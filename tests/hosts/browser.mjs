// Chromium and Firefox: a page with an import map loads the suite's files and the package as they are.
import { readFileSync } from 'node:fs';
import { launch } from './browsers.mjs';
import { names } from './files.mjs';
import { report } from './report.mjs';
import { serve } from './server.mjs';

const REPOSITORY = new URL('../../', import.meta.url);

/** What a bundler for browsers would choose from the package's `exports`. */
export function importMap() {
  const { name, exports } = JSON.parse(readFileSync(new URL('pkg/package.json', REPOSITORY), 'utf8'));
  const imports = {};
  for (const [entry, target] of Object.entries(exports)) {
    const file = typeof target === 'string' ? target : (target.browser ?? target.default);
    if (file) imports[name + entry.slice(1)] = `/pkg${file.slice(1)}`;
  }
  return JSON.stringify({ imports });
}

/** Runs inside the page. */
async function runInPage(files) {
  const { runSuite } = await import('/tests/hosts/suite.mjs');
  return runSuite(files.map((file) => [file, () => import(`/tests/js/${file}`)]));
}

export async function runInBrowser(browserName) {
  const page = `<!doctype html><title>suite</title><script type="importmap">${importMap()}</script>`;
  const server = await serve(REPOSITORY, { '/suite': page });
  const browser = await launch(browserName);
  try {
    const tab = await browser.newPage();
    await tab.goto(`${server.origin}/suite`);
    return report(await tab.evaluate(runInPage, names));
  } finally {
    await browser.close();
    server.close();
  }
}
