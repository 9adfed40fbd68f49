// What is deployed is what is tested.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { COMPATIBILITY_DATE } from '../hosts/worker.mjs';
import { worker } from './worker.mjs';

const FOLDER = new URL('../../www/worker/', import.meta.url);
const text = readFileSync(new URL('wrangler.jsonc', FOLDER), 'utf8');
const config = JSON.parse(text.replace(/^\s*\/\/.*$/gm, ''));
const call = worker(config.vars);

test('the configuration names the entry and the date that the tests run with', () => {
  assert.ok(existsSync(new URL(config.main, FOLDER)));
  assert.equal(config.compatibility_date, COMPATIBILITY_DATE);
});

test('the Worker answers with the variables of the configuration', async () => {
  const response = await call('/healthz');
  assert.equal(response.status, 200);
});

test('the README names every variable, address and code', () => {
  const readme = readFileSync(new URL('README.md', FOLDER), 'utf8');
  const sources = ['body', 'call', 'errors', 'routes', 'settings'].map((name) =>
    readFileSync(new URL(`src/${name}.js`, FOLDER), 'utf8'),
  );
  const codes = sources.flatMap((source) =>
    [...source.matchAll(/code: '([a-z-]+)'|^ {2}'([a-z-]+)': \d{3}/gm)].map(([, own, library]) => own ?? library),
  );
  const addresses = [...sources[3].matchAll(/'(\/[a-z0-9/]+)': \{/g)].map(([, address]) => address);
  assert.ok(codes.length >= 10 && addresses.length === 4);
  for (const name of [...Object.keys(config.vars), ...codes, ...addresses]) {
    assert.ok(readme.includes(`\`${name}\``), name);
  }
});
