// Where the members of an envelope stand; needs no Worker.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotAnObject, memberSpans } from '../../www/worker/src/spans.js';

const bytes = (text) => new TextEncoder().encode(text);

/** Each member's name and text. */
function members(text) {
  const input = bytes(text);
  const entries = [...memberSpans(input)];
  return entries.map(([name, { start, end }]) => [name, new TextDecoder().decode(input.subarray(start, end))]);
}

test('members are found as they are written', () => {
  for (const [text, expected] of [
    ['{}', []],
    [' { } ', []],
    ['{"a":1}', [['a', '1']]],
    ['{"a" :\t1e2 , "b":\n"x" }\r\n', [['a', '1e2'], ['b', '"x"']]],
    ['{"a":[1,{"b":[]},"]"],"c":{"d":"}"}}', [['a', '[1,{"b":[]},"]"]'], ['c', '{"d":"}"}']]],
    ['{"a":"\\"","b":"\\\\"}', [['a', '"\\""'], ['b', '"\\\\"']]],
    ['{"a":["\\\\\\"]"],"b":null}', [['a', '["\\\\\\"]"]'], ['b', 'null']]],
    ['{"m\\u00e9":"\u00e9"}', [['m\u00e9', '"\u00e9"']]],
    ['{"__proto__":1}', [['__proto__', '1']]],
  ]) {
    assert.deepEqual(members(text), expected, text);
  }
});

test('of members with equal names the last one counts', () => {
  assert.deepEqual(members('{"a":1,"\\u0061":2}'), [['a', '2']]);
});

test('what is inside a member is left to its reader', () => {
  assert.deepEqual(members('{"a":[}, "b":nil}'), [['a', '[}'], ['b', 'nil']]);
});

test('text that is no object is refused where it stops being one', () => {
  for (const [text, offset] of [
    ['', 0],
    ['[]', 0],
    ['"a"', 0],
    ['{', 1],
    ['{"a"', 4],
    ['{"a":', 5],
    ['{"a":}', 5],
    ['{"a":1', 6],
    ['{"a":1,}', 7],
    ['{,}', 1],
    ['{a:1}', 1],
    ['{"a":"x}', 8],
    ['{"a":[1}', 8],
    ['{"a":1} x', 8],
    ['{"\\x":1}', 1],
    ['\ufeff{}', 0],
  ]) {
    assert.throws(
      () => memberSpans(bytes(text)),
      (error) => error instanceof NotAnObject && error.offset === offset,
      `${JSON.stringify(text)} at ${offset}`,
    );
  }
});

test('spans agree with JSON.parse on random objects', () => {
  let seed = 1;
  const random = (n) => (seed = (seed * 48_271) % 2_147_483_647) % n;
  const value = (depth) => {
    const leaf = [null, true, -1.5e-7, 'a"b\\c', '}{][,:', ''];
    const kind = random(depth > 0 ? 8 : 6);
    if (kind < 6) return leaf[kind];
    const items = Array.from({ length: random(4) }, () => value(depth - 1));
    return kind === 6 ? items : Object.fromEntries(items.map((item, at) => [`k${at}"`, item]));
  };
  for (let round = 0; round < 2_000; round += 1) {
    const object = Object.fromEntries(Array.from({ length: random(5) }, (_, at) => [`m${at}\\`, value(4)]));
    const found = members(JSON.stringify(object, null, random(3)));
    assert.deepEqual(Object.fromEntries(found.map(([name, text]) => [name, JSON.parse(text)])), object);
  }
});

test('a million brackets and a million backslashes take no recursion and no second look', () => {
  const deep = `{"a":${'['.repeat(1e6)}${']'.repeat(1e6)},"b":"${'\\\\'.repeat(5e5)}"}`;
  const before = performance.now();
  const spans = memberSpans(bytes(deep));
  assert.equal(spans.get('a').end - spans.get('a').start, 2e6);
  assert.ok(performance.now() - before < 2_000);
});
