// The page's own logic, without a page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explain, rules, sanitizeTextSync } from 'transcript-hygiene';
import { alignTurns, foldUntouched } from '../../www/playground/compare/align.js';
import { inSource, readInput, turnSpans } from '../../www/playground/input/read.js';
import { readCurl } from '../../www/playground/input/curl.js';
import { targetOfRequest } from '../../www/playground/input/guess-target.js';
import { elements, member } from '../../www/playground/input/json-scan.js';
import { markText } from '../../www/playground/compare/marks.js';
import { indexOfByte, placeAt } from '../../www/playground/input/place.js';
import { LISTS } from '../../www/playground/input/shapes.js';
import { doorOf } from '../../www/playground/panels/rule-doors.js';
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
  for (const text of ['', '[', '[,,,]', '["a', '{"a', '{"a":', '[}', '[]]', '[1 2]', '{"messages"', '{"a":1 "b"', '[1]]2']) {
    elements(text);
    member(text, 0, 'messages');
  }
});

test('the last member of a name counts, and only of the outer object', () => {
  const text = '{"a":{"m":1},"m":[2],"m" : [3] }';
  assert.equal(text.slice(...member(text, 0, 'm')), '[3]');
  assert.equal(member(text, 0, 'x'), undefined);
});

test('places in lines of turns lead back to their line', () => {
  const source = '{"role":"user"}\n\nnone\n{"role":"assistant"}\n';
  const input = readInput(source);
  assert.equal(input.form, 'lines');
  assert.equal(input.json, '[{"role":"user"},{"role":"assistant"}]');
  assert.equal(placeAt(source, inSource(input, input.json.indexOf('user'))).line, 1);
  assert.equal(placeAt(source, inSource(input, input.json.indexOf('assistant'))).line, 4);
});

test('places in an array of a provider’s own messages lead back to it', () => {
  const source = ' [{"role":"tool","tool_call_id":"a"}]';
  const input = readInput(source);
  assert.deepEqual([input.kind, input.prefix], ['chat', '/messages']);
  assert.equal(inSource(input, input.json.indexOf('tool_call_id')), source.indexOf('tool_call_id'));
  assert.equal(input.finish(input.json), source.trim());
});

test('a session file has a reader of its own', () => {
  assert.equal(readInput(sampleText('session.jsonl')), undefined);
  assert.equal(readInput('{"type":"ses\n' + sampleText('session.jsonl').split('\n').slice(2).join('\n')), undefined);
});

const KINDS = {
  'request-anthropic.json': 'anthropic',
  'request-chat.json': 'chat',
  'request-responses.json': 'responses',
  'request-gemini.json': 'gemini',
  'request-converse.json': 'converse',
};

test('every shape is told by its body, and by its turns alone', () => {
  for (const [file, kind] of Object.entries(KINDS)) {
    assert.equal(readInput(sampleText(file)).kind, kind, file);
    const turns = JSON.parse(sampleText(file))[LISTS[kind]];
    assert.equal(readInput(JSON.stringify(turns)).kind, kind, `turns of ${file}`);
  }
});

test('a plain request is told by its model', () => {
  const kindOf = (model) => readInput(JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] })).kind;
  assert.equal(kindOf('claude-sonnet-4-6'), 'anthropic');
  assert.equal(kindOf('gpt-4o-mini'), 'chat');
  assert.equal(readInput('{"messages":[{"role":"user","content":"hi"}]}').kind, 'transcript');
});

test('curl commands are read as a shell reads them', () => {
  assert.deepEqual(readCurl(`curl 'https://a.example/v1' -H "x: y" --data-raw $'{"a":"it\\'s\\n"}'`), {
    url: 'https://a.example/v1',
    body: '{"a":"it\'s\n"}',
  });
  assert.deepEqual(readCurl('curl https://a.example \\\n -d "{\\"a\\":1}"'), { url: 'https://a.example', body: '{"a":1}' });
  assert.equal(readCurl(`curl https://a.example --json='{"a":'\\''b'\\''}'`).body, `{"a":'b'}`);
  assert.equal(readCurl('curl https://a.example'), undefined);
  assert.equal(readCurl('curly'), undefined);
});

test('where a request goes is told by its address and its model', () => {
  assert.equal(targetOfRequest({ kind: 'chat', model: 'google/gemini-3-pro' }).provider, 'openrouter');
  assert.equal(targetOfRequest({ kind: 'chat', url: 'https://api.groq.com/openai/v1/chat/completions' }).provider, 'groq');
  const url = 'https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:generateContent';
  assert.deepEqual(targetOfRequest({ kind: 'gemini', url }), { provider: 'google', modelApi: 'google-generative-ai', modelId: 'gemini-3-pro' });
});

test('every rule says by which call its example comes true', () => {
  const doors = { 'repair-tool-result-pairing': 'replay', 'drop-item-ids': 'request', 'limit-cache-marks': 'preflight', 'relink-orphans': 'repair', 'strip-envelopes': 'display' };
  for (const [id, door] of Object.entries(doors)) assert.equal(doorOf(explain(id)), door, id);
  for (const rule of rules()) assert.ok(['replay', 'preflight', 'request', 'repair', 'display'].includes(doorOf(rule)), rule.id);
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

test('in every sample, for the target of every sample, rows hold each turn once and untouched ones are equal', () => {
  const transcripts = samples.filter(({ target, file }) => target && file.endsWith('.json'));
  for (const { file } of transcripts) {
    const { json } = readInput(sampleText(file));
    for (const { target } of transcripts) {
      const result = sanitizedOrRefused(json, target);
      if (!result) continue;
      const { json: after, report } = result;
      const [before, now] = [json, after].map((text) => turnSpans(text).map((span) => text.slice(...span)));
      const rows = alignTurns(report.changes, before.length, now.length);
      const where = `${file} for ${target.provider}, ${target.modelApi}`;
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
