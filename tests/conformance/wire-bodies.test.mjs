// Bodies that providers refuse, and bodies that they take, through the package: the second come back as they are.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { preflightSync } from 'transcript-hygiene/preflight';
import { validateRequest } from 'transcript-hygiene/validate';
import { strings } from './strings.mjs';

const FILE = new URL('../vectors/wire-bodies.jsonl', import.meta.url);
const cases = readFileSync(FILE, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Texts of a case that a report must not repeat. */
const telling = ({ keepText = [] }) => keepText.filter((text) => text.length >= 12);

test('there are cases of every shape', () => {
  assert.ok(cases.length > 100);
  assert.equal(new Set(cases.map(({ shape }) => shape)).size, 5);
});

for (const { id, class: kind, shape, body, api, model, provider, expect } of cases) {
  test(id, () => {
    const options = { api, model, provider };
    const outcome = preflightSync(body, options);
    if (expect.changed !== null) assert.equal(outcome.changed, expect.changed);
    assert.equal(outcome.changed, outcome.changes.length > 0);
    const bytes = preflightSync(encoder.encode(body), options);
    assert.equal(bytes.changed && decoder.decode(bytes.body), outcome.changed && outcome.body);

    const after = outcome.body ?? body;
    const { body: _, ...told } = outcome;
    for (const text of telling(expect)) assert.equal(JSON.stringify(told).includes(text), false, `tells ${text}`);
    assert.equal(preflightSync(after, options).changed, false, 'a second run changes it again');
    for (const text of expect.keepExact ?? []) assert.ok(after.includes(text), `lost ${text}`);

    const report = preflightSync(body, { ...options, mode: 'report' });
    assert.equal(report.changed, false);
    const found = report.findings.map(({ constraint }) => constraint);
    for (const wanted of expect.findings ?? []) {
      assert.ok(wanted.split('|').some((either) => found.includes(either)), `${wanted} is not among ${found}`);
    }
    if (expect.anyFinding) assert.ok(found.length > 0);
    if (kind === 'valid') assert.deepEqual(report.remaining, []);
    for (const wanted of expect.advice ?? []) assert.ok(outcome.advice.some(({ constraint }) => constraint === wanted));

    if (expect.valid === null) return;
    const errors = validateRequest(after, shape, expect.valid).filter(({ severity }) => severity === 'error');
    assert.deepEqual(errors.map(({ constraint, pointer }) => `${constraint} ${pointer}`), []);
    const texts = [...strings(JSON.parse(after))];
    for (const text of expect.keepText ?? []) assert.ok(texts.some((one) => one.includes(text)), `lost ${text}`);
    for (const text of expect.dropText ?? []) assert.ok(!texts.some((one) => one.includes(text)), `kept ${text}`);
  });
}
