// Every link between the documents leads somewhere.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const ROOT = new URL('../../', import.meta.url);
const DOCUMENTS = [
  'README.md',
  'DESIGN.md',
  'CHANGELOG.md',
  'pkg/README.md',
  'www/worker/README.md',
  'docs/archives.md',
  'docs/deploying.md',
  'docs/edges.md',
  'docs/history.md',
];

/** As GitHub names headings. */
const anchorsOf = (markdown) =>
  [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'),
  );

for (const document of DOCUMENTS) {
  test(`the links of ${document} lead somewhere`, () => {
    const url = new URL(document, ROOT);
    const links = [...readFileSync(url, 'utf8').matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link);
    for (const link of links.filter((link) => !link.startsWith('https://'))) {
      const target = new URL(link, url);
      const file = new URL(target.pathname, target);
      assert.ok(existsSync(file), link);
      if (!target.hash) continue;
      assert.ok(anchorsOf(readFileSync(file, 'utf8')).includes(target.hash.slice(1)), link);
    }
  });
}

test('every file that DESIGN.md and README.md name in backquotes exists', () => {
  for (const document of ['README.md', 'DESIGN.md']) {
    const text = readFileSync(new URL(document, ROOT), 'utf8');
    const paths = [...text.matchAll(/`((?:src|pkg|www|tests|docs)\/[a-z_/.-]+)`/g)].map(([, path]) => path);
    for (const path of paths) assert.ok(existsSync(new URL(path, ROOT)), path);
  }
});
