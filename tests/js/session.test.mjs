// From a damaged session file to its messages.
import * as history from 'transcript-hygiene/history';

const HEADER = '{"type":"session","version":3,"id":"s1"}\n';
const USER = '{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"hi"}}\n';
const BLANK = '{"type":"message","id":"b","parentId":"a","message":{"role":"user","content":" "}}\n';
const CUT = '{"type":"message","id":"c","parentId":"b","mess';
const encode = (text) => new TextEncoder().encode(text);

export default async (t) => {
  await history.init();

  t.test('a clean file is its own repair', (a) => {
    for (const file of [HEADER + USER, encode(HEADER + USER)]) {
      const plan = history.planRepair(file);
      a.equal(plan.changed, false);
      a.equal(plan.output, file);
      a.deepEqual(plan.edits, []);
      a.equal(plan.report.repaired, false);
    }
  });

  t.test('a plan keeps the bytes of what is sound and says what it does line by line', (a) => {
    const spaced = USER.replace('{', '{ ').replace('\n', '\r\n');
    const file = HEADER + spaced + BLANK + CUT;
    const plan = history.planRepair(file);
    a.equal(plan.changed, true);
    a.equal(plan.output, HEADER + spaced + BLANK.replace('" "', '"(continue)"'));
    a.deepEqual(
      plan.report.changes.map(({ line, rule }) => [line, rule]),
      [
        [3, 'fill-blank-user-turns'],
        [4, 'drop-malformed-lines'],
      ],
    );
    a.equal(plan.report.droppedLines, 1);
    a.equal(plan.summary, 'dropped 1 malformed line(s), rewrote 1 user message(s)');
  });

  t.test('the edits of a plan make its output of the input', (a) => {
    const file = encode(`${HEADER}{"é\n${USER}${BLANK}${BLANK}${CUT}`);
    const { output, edits } = history.planRepair(file);
    const decode = (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    let [made, end] = ['', 0];
    for (const { from, to, text } of edits) {
      made += decode(file.subarray(end, from)) + text;
      end = to;
    }
    a.equal(made + decode(file.subarray(end)), decode(output));
  });

  t.test('a repaired file is clean', (a) => {
    const once = history.planRepair(`\ufeff${HEADER}{}{}\n${BLANK}${CUT}`).output;
    a.equal(history.planRepair(once).changed, false);
  });

  t.test('a file without a header, an empty one and one that is too large are left alone', (a) => {
    for (const [file, reason, options] of [
      [USER, 'invalid session header'],
      ['', 'empty session file'],
      [HEADER + CUT, 'session file too large', { maxBytes: 10 }],
    ]) {
      const plan = history.planRepair(file, options);
      a.equal(plan.changed, false);
      a.equal(plan.output, file);
      a.equal(plan.report.reason, reason);
    }
  });

  t.test('odd files end as they should, whatever is in them', (a) => {
    const nested = `${HEADER}{"type":"custom","data":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`;
    const many = HEADER + '{"type":"custom"}\n'.repeat(100_000);
    const long = `${HEADER}{"type":"custom","data":"${'x'.repeat(8_000_000)}"}\n`;
    for (const [note, file, repaired] of [
      ['nested', nested, nested],
      ['nested, and damaged', nested + CUT, nested],
      ['many lines', many, many],
      ['many lines, and damaged', many + CUT, many],
      ['a long line', long, long],
      ['a long line that is cut', long.slice(0, -3), HEADER],
      ['CRLF', HEADER.replace('\n', '\r\n'), HEADER.replace('\n', '\r\n')],
      ['a byte order mark', `\ufeff${HEADER}`, `\ufeff${HEADER}`],
      ['a byte order mark, and damage', `\ufeff${HEADER}${CUT}`, HEADER],
      ['NUL', `${HEADER}\0\0\0\n${USER}`, HEADER + USER],
      ['a raw newline in a string', `${HEADER}${USER.replace('hi', 'h\ni')}`, HEADER],
      ['no newline at the end', HEADER.trim(), HEADER.trim()],
    ]) {
      a.ok(history.planRepair(file).output === repaired, note);
    }
    const cut = encode(`${HEADER}{"é`);
    a.deepEqual(history.planRepair(cut.subarray(0, -1)).output, encode(HEADER), 'cut inside a character');
  });

  t.test('a backup is left over when the session is what its repair gives', (a) => {
    const file = HEADER + USER + CUT;
    const repaired = HEADER + USER;
    a.equal(history.isLeftoverBackup(repaired, file), true);
    a.equal(history.isLeftoverBackup(repaired + USER, file), false);
    a.equal(history.isLeftoverBackup(file, file), false);
    a.equal(history.isLeftoverBackup(repaired, repaired), false, 'nothing says why it is there');
  });

  t.test('a session file becomes the messages of its branch', (a) => {
    for (const file of [HEADER + USER + BLANK, encode(HEADER + USER + BLANK)]) {
      const { messages, report, ...facts } = history.loadSession(file);
      a.deepEqual(messages, [
        { role: 'user', content: 'hi' },
        { role: 'user', content: ' ' },
      ]);
      a.deepEqual(report, {});
      a.deepEqual(facts, {
        sessionId: 's1',
        name: null,
        leafId: 'b',
        branch: ['a', 'b'],
        records: 3,
        prelude: [],
        thinkingLevel: 'off',
        model: null,
      });
    }
  });

  t.test('lines that cannot be read are counted, and a cycle is survived', (a) => {
    const loop = USER.replace('"parentId":null', '"parentId":"b"');
    const { report } = history.loadSession(HEADER + loop + BLANK + CUT);
    a.equal(report.skippedLines, 1);
    a.equal(report.cyclic, true);
  });

  t.test('a file of an older version is migrated on request, and then stays as it is', (a) => {
    const old = `{"type":"session","id":"s1"}\n${USER}`;
    a.equal(history.loadSession(old).report.migrated, true);
    const { changed, output } = history.migrateSession(old);
    a.equal(changed, true);
    a.equal(JSON.parse(output.split('\n')[0]).version, 3);
    a.equal(history.migrateSession(output).output, output);
    a.equal(history.migrateSession(output).changed, false);
    const bytes = encode(output);
    a.equal(history.migrateSession(bytes).output, bytes);
  });

  t.test('numbers that JavaScript would round are kept as text', (a) => {
    const exact = USER.replace('"hi"', '[{"type":"text","text":"x","n":12345678901234567890}]');
    a.ok(history.loadSessionText(HEADER + exact).json.includes('12345678901234567890'));
    a.ok(history.loadSessionText(encode(HEADER + exact)).json instanceof Uint8Array);
  });

  t.test('unknown options are errors that name the nearest known one', (a) => {
    a.throws(() => history.planRepair(HEADER, { relinc: true }), { code: 'invalid-argument', nearest: 'relink' });
    a.throws(() => history.planRepair(HEADER, { maxBytes: -1 }), { option: 'maxBytes' });
    a.throws(() => history.loadSession(HEADER, { bilder: 'flat' }), { nearest: 'builder' });
    a.throws(() => history.loadSession(HEADER, { builder: 'round' }), { option: 'builder' });
    a.throws(() => history.loadSession(HEADER, { limits: { bytes: 3 } }), { code: 'limit-exceeded', limit: 'bytes' });
  });

  t.test('what is no file is refused', (a) => {
    for (const file of [undefined, null, 1, {}, [], new Uint16Array(2)]) {
      a.throws(() => history.planRepair(file), { code: 'invalid-argument' });
      a.throws(() => history.loadSession(file), { code: 'invalid-argument' });
    }
  });
};
