// The page on other edges shows the examples as they are, and they stay short.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const EXAMPLES = new URL('../../examples/edge/', import.meta.url);
const page = readFileSync(new URL('../../docs/edges.md', import.meta.url), 'utf8');

for (const file of readdirSync(EXAMPLES)) {
  test(`${file} is on the page, word for word, and shorter than 30 lines`, () => {
    const code = readFileSync(new URL(file, EXAMPLES), 'utf8');
    assert.ok(page.includes(`\`\`\`js\n${code}\`\`\``));
    assert.ok(code.split('\n').length < 30);
  });
}
