// The suite's own promises: a host that breaks one of them would let every other test pass.

export default (t) => {
  t.test('equal tells values apart as Object.is does', (a) => {
    a.equal(NaN, NaN);
    a.throws(() => a.equal(0, -0));
    a.throws(() => a.equal({}, {}));
  });

  t.test('deepEqual sees a missing key, an undefined key and another length', (a) => {
    a.deepEqual({ list: [1, { x: null }] }, { list: [1, { x: null }] });
    a.throws(() => a.deepEqual({ x: undefined }, {}));
    a.throws(() => a.deepEqual({ x: undefined }, { y: undefined }));
    a.throws(() => a.deepEqual([1], [1, 2]));
    a.throws(() => a.deepEqual([], {}));
    a.throws(() => a.deepEqual(new Uint8Array([1]), new Uint8Array([2])));
  });

  t.test('deepEqual survives deep nesting', (a) => {
    const nest = () => Array.from({ length: 100_000 }).reduce((inner) => [inner], 1);
    a.deepEqual(nest(), nest());
  });

  t.test('throws and rejects give the error and check its members', async (a) => {
    const raise = () => {
      throw Object.assign(new TypeError('not so'), { code: 'odd' });
    };
    a.equal(a.throws(raise, { code: 'odd', message: /not/ }).message, 'not so');
    a.throws(raise, TypeError);
    a.throws(() => a.throws(raise, { code: 'even' }));
    a.throws(() => a.throws(raise, RangeError));
    a.throws(() => a.throws(() => {}));
    await a.rejects(async () => raise(), { code: 'odd' });
    await a.rejects(a.rejects(Promise.resolve()));
  });
};
