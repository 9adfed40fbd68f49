// The page's own logic, without a page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownTargets, sanitizeTextSync } from 'transcript-hygiene';
import { alignTurns, foldUntouched } from '../../www/playground/compare.js';
import { inSource, readInput, turnSpans } from '../../www/playground/input.js';
import { elements, member } from '../../www/playground/json-scan.js';
import { markText } from '../../www/playground/marks.js';
import { indexOfByte, placeAt } from '../../www/playground/place.js';
import { samples, sampleText } from './samples.mjs';

test('elements are cut as they stand', () => {
  const text = ' [1 , "a]\\"," ,{"b":[1,{}]}, [] ,null ] ';
  assert.deepEqual(
    elements(text).map((span) => text.slice(...span)),
    ['1', '"a]\\","', '{"b":[1,{}]}', '[]', 'null'],
  );
  assert.deepEqual(elements('[]'), []);
});

test('text that is no JSON is cut somehow and never for ever', () => {
  for (const text of ['', '[', '[,,,]', '["a', '{"a', '{"a":', '[}', '[]]', '[1 2]', '{"messages"']) {
    elements(text);
    member(text, 0, 'messages');
  }
});

test('the last member of a name counts, and only of the outer object', () => {
  const text = '{"a":{"m":1},"m":[2],"m" : [3] }';
  assert.equal(text.slice(...member(text, 0, 'm')), '[3]');
  assert.equal(member(text, 0, 'x'), undefined);
});

test('places in a session file lead back to their line', () => {
  const source = '{"type":"session"}\n{"type":"message","message":{"role":"user"}}\n\n{"role":"assistant"}\n';
  const input = readInput(source);
  assert.equal(input.form, 'lines');
  assert.equal(input.json, '[{"role":"user"},{"role":"assistant"}]');
  assert.equal(placeAt(source, inSource(input, input.json.indexOf('user'))).line, 2);
  assert.deepEqual(placeAt(source, inSource(input, input.json.indexOf('assistant'))).line, 4);
});

test('bytes are counted as UTF-8 has them', () => {
  const text = 'aé€😀b';
  assert.equal(indexOfByte(text, Buffer.byteLength('aé€😀')), text.indexOf('b'));
});

test('a place far into a long line shows the text around it', () => {
  const { line, column, excerpt, caret } = placeAt(`x\n${'a'.repeat(500)}!${'b'.repeat(500)}`, 502);
  assert.deepEqual([line, column, excerpt[caret]], [2, 501, '!']);
  assert.ok(excerpt.length < 100);
});

test('texts are marked where they differ, and lose nothing', () => {
  const { before, after } = markText('one two three', 'one 2 three');
  const marked = (pieces) => pieces.filter(({ changed }) => changed).map(({ text }) => text);
  assert.deepEqual([marked(before), marked(after)], [['two'], ['2']]);
  assert.equal(before.map(({ text }) => text).join(''), 'one two three');
});

test('in every sample, for every provider, rows hold each turn once and untouched ones are equal', () => {
  for (const { file } of samples) {
    const { json } = readInput(sampleText(file));
    for (const provider of knownTargets().providers) {
      for (const modelApi of knownTargets().apis) {
        const result = sanitizedOrRefused(json, { provider, modelApi });
        if (!result) continue;
        const { json: after, report } = result;
        const [before, now] = [json, after].map((text) => turnSpans(text).map((span) => text.slice(...span)));
        const rows = alignTurns(report.changes, before.length, now.length);
        const where = `${file} for ${provider}, ${modelApi}`;
        const drawn = rows.filter(({ kind }) => kind !== 'left');
        const inOrder = (list) => list.toSorted((a, b) => a - b);
        assert.deepEqual(inOrder(drawn.flatMap(({ inputs }) => inputs)), [...before.keys()], where);
        assert.deepEqual(drawn.flatMap(({ output }) => output ?? []), [...now.keys()], where);
        for (const { kind, inputs, output } of drawn) {
          if (kind === 'untouched') assert.equal(now[output], before[inputs[0]], where);
        }
        const untouched = drawn.filter(({ kind }) => kind === 'untouched').length;
        assert.ok(untouched <= report.turns.untouched, where);
      }
    }
  }
});

/** Nothing where the engine says that the provider would refuse the result. */
function sanitizedOrRefused(json, target) {
  try {
    return sanitizeTextSync(json, target, { report: true });
  } catch (error) {
    if (error.code !== 'invalid-replay-transcript') throw error;
  }
}

test('long runs of untouched turns are folded, and unfolded on demand', () => {
  const rows = Array.from({ length: 20 }, (_, index) => ({ kind: index === 10 ? 'edited' : 'untouched' }));
  assert.deepEqual(
    foldUntouched(rows, new Set()).filter(({ row }) => row === undefined),
    [
      { from: 0, to: 9 },
      { from: 12, to: 20 },
    ],
  );
  assert.equal(foldUntouched(rows, new Set([0, 12])).length, 20);
});
