// What is deployed is what is tested.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readSettings } from '../../www/worker/src/settings.js';
import { COMPATIBILITY_DATE } from '../hosts/worker.mjs';
import { worker } from './worker.mjs';

const FOLDER = new URL('../../www/worker/', import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8').replace(/^\s*\/\/.*$/gm, ''));
const config = read('wrangler.jsonc');
const archive = read('wrangler.archive.jsonc');
const call = worker(config.vars);

test('the configurations name the entries and the date that the tests run with', () => {
  for (const { main, compatibility_date } of [config, archive]) {
    assert.ok(existsSync(new URL(main, FOLDER)));
    assert.equal(compatibility_date, COMPATIBILITY_DATE);
  }
});

test('the Worker answers with the variables of the configuration', async () => {
  const response = await call('/healthz');
  assert.equal(response.status, 200);
});

test('what the archive gives up is counted by its own consumer', () => {
  const [work, dead] = archive.queues.consumers;
  assert.equal(work.dead_letter_queue, dead.queue);
  assert.equal(archive.vars.DEAD_LETTER_QUEUE, dead.queue);
});

test('the README names every variable, address and code', () => {
  const readme = readFileSync(new URL('README.md', FOLDER), 'utf8');
  const sources = readdirSync(new URL('src/', FOLDER), { recursive: true })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(new URL(`src/${name}`, FOLDER), 'utf8'));
  const codes = sources.flatMap((source) =>
    [...source.matchAll(/code: '([a-z-]+)'|^ {2}'([a-z-]+)': \d{3}/gm)].map(([, own, library]) => own ?? library),
  );
  const addresses = sources.flatMap((source) =>
    [...source.matchAll(/^ {2}'(\/[a-z0-9/]+)': \{/gm)].map(([, address]) => address),
  );
  assert.ok(codes.length >= 20 && addresses.length >= 4);
  for (const name of [...Object.keys({ ...config.vars, ...archive.vars }), ...codes, ...addresses]) {
    assert.ok(readme.includes(`\`${name}\``), name);
  }
});

describe('a variable that is wrong is named, and nothing of it shown', () => {
  for (const [what, variables, name] of [
    ['a number that is none', { BODY_TIMEOUT_MS: 'soon' }, 'BODY_TIMEOUT_MS'],
    ['a switch that is none', { SECOND_TRY: 'maybe' }, 'SECOND_TRY'],
    ['no object', { UPSTREAMS: '[]' }, 'UPSTREAMS'],
    ['no JSON', { UPSTREAMS: '{"secret' }, 'UPSTREAMS'],
    ['no url', { UPSTREAMS: { a: {} } }, 'UPSTREAMS.a'],
    ['no https', { UPSTREAMS: { a: { url: 'http://api.example' } } }, 'UPSTREAMS.a'],
    ['credentials in a url', { UPSTREAMS: { a: { url: 'https://u:p@api.example' } } }, 'UPSTREAMS.a'],
    ['a name of the Worker’s own', { UPSTREAMS: { v1: { url: 'https://api.example' } } }, 'UPSTREAMS.v1'],
    ['a mode that is none', { UPSTREAMS: { a: { url: 'https://api.example', mode: 'fix' } } }, 'UPSTREAMS.a'],
    ['a member that is none', { UPSTREAMS: { a: { url: 'https://api.example', key: 'x' } } }, 'UPSTREAMS.a'],
  ]) {
    test(what, () => {
      assert.throws(
        () => readSettings(variables),
        ({ facts: { code, message } }) =>
          code === 'misconfigured' && message.includes(name) && !message.includes('secret'),
      );
    });
  }
});
