// Unpaired surrogates and byte order marks, which encoders and decoders like to lose.
import * as th from 'transcript-hygiene';

const HIGH = '\ud83d';
const LOW = '\ude00';
const thinker = (text) => `[{"role":"assistant","content":[{"type":"thinking"},{"type":"text","text":"${text}"}]}]`;
const textOf = (json) => JSON.parse(json)[0].content[0].text;
const strip = (json) => th.stripAllThinkingText(json).json;

export default async (t) => {
  await th.init();

  t.test('an unpaired surrogate in a string is kept, written as its escape', (a) => {
    for (const text of [HIGH, LOW, `a${HIGH}b`, `${LOW}${HIGH}`, `${HIGH}${HIGH}${LOW}`, `😀${LOW}`]) {
      const output = strip(thinker(text));
      a.equal(textOf(output), text);
      a.ok(output.includes('\\ud'), 'it is escaped');
    }
  });

  t.test('an unpaired surrogate in a value is kept', (a) => {
    const messages = JSON.parse(thinker(`x${HIGH}`));
    a.equal(th.stripAllThinking(messages).messages[0].content[0].text, `x${HIGH}`);
  });

  t.test('an escaped surrogate stays the same bytes', (a) => {
    const output = strip(thinker('\\uD83D and \\ud83d\\ude00'));
    a.ok(output.includes('"\\uD83D and \\ud83d\\ude00"'));
  });

  t.test('an unpaired surrogate in a key is kept', (a) => {
    const output = strip(`[{"role":"assistant","${HIGH}":1,"content":[{"type":"thinking"},{"type":"text"}]}]`);
    a.equal(JSON.parse(output)[0][HIGH], 1);
  });

  t.test('a string with a surrogate that is not changed comes back as it is', (a) => {
    const json = `["${HIGH}"]`;
    a.equal(strip(json), json);
  });

  t.test('backslashes before a surrogate keep their meaning', (a) => {
    a.equal(textOf(strip(thinker(`\\\\${HIGH}`))), `\\${HIGH}`);
    a.throws(() => strip(thinker(`\\${HIGH}`)), { code: 'invalid-json' });
    a.throws(() => strip(thinker(`\\\\\\${HIGH}`)), { code: 'invalid-json' });
  });

  t.test('a surrogate outside a string is not JSON', (a) => {
    a.throws(() => th.sanitizeTextSync(`[${HIGH}]`), { code: 'invalid-json', offset: 1 });
  });

  t.test('a byte order mark is not JSON, as in JSON.parse', (a) => {
    a.throws(() => th.sanitizeTextSync('\ufeff[]'), { code: 'invalid-json', offset: 0 });
    a.throws(() => th.sanitizeTextSync(new TextEncoder().encode('\ufeff[]')), { code: 'invalid-json', offset: 0 });
  });

  t.test('a byte order mark in text is text', (a) => {
    a.equal(textOf(strip(thinker('\ufeffx'))), '\ufeffx');
    a.ok(strip(`${thinker('').slice(0, -1)},"\ufeff"]`).endsWith('"\ufeff"]'));
  });
};
