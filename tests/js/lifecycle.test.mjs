// Starting the module, and starting it again after a call that broke it.
import * as th from 'transcript-hygiene';

export default async (t) => {
  await th.init();

  t.test('init can be called again and again, also at once', async (a) => {
    a.equal(await th.init(), undefined);
    await Promise.all([th.init(), th.init(), th.init()]);
    await th.init();
    a.equal(th.sanitizeTextSync('[]').json, '[]');
  });

  t.test('the version is the one of the package', (a) => {
    a.ok(/^\d+\.\d+\.\d+/.test(th.version));
  });

  t.test('a call that breaks off in the middle is an internal error, and the next one works', async (a) => {
    // An error that the host throws into the module passes it by like a trap: the stack it stood on is lost. Without
    // a new instance each time there is none left after a few hundred rounds.
    const broken = new RangeError('Maximum call stack size exceeded');
    const keys = Object.keys;
    const breakOff = () => {
      Object.keys = () => {
        throw broken;
      };
      try {
        return th.sanitizeSync([], {}, { report: true });
      } finally {
        Object.keys = keys;
      }
    };
    for (let round = 0; round < 2000; round += 1) {
      const error = a.throws(breakOff, { name: 'HygieneError', code: 'internal' });
      a.equal(error.cause, broken, `round ${round}`);
    }
    a.equal(th.stripAllThinkingText('[1]').json, '[1]');
  });

  t.test('memory that one large call took is given back', (a) => {
    const large = `[{"role":"assistant","content":[{"type":"thinking"}]},"${'x'.repeat(30_000_000)}"]`;
    for (let round = 0; round < 3; round += 1) {
      const { json } = th.stripAllThinkingText(large);
      a.equal(json.length, large.length - '{"type":"thinking"}'.length + '{"type":"text","text":"[assistant reasoning omitted]"}'.length);
    }
    a.equal(th.stripAllThinkingText('[1]').json, '[1]');
  });
};
