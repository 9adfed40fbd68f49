// Targets and options are checked: unknown names and wrong types are errors that say what was meant.
import * as th from 'transcript-hygiene';

const sanitize = (options) => () => th.sanitizeSync([], {}, options);

export default async (t) => {
  await th.init();

  t.test('an unknown option is an error that names the nearest known one', (a) => {
    const nearest = {
      profil: 'profile',
      Profile: 'profile',
      allowedTools: 'allowedToolNames',
      includetext: 'includeText',
      imageMaxDimension: 'imageMaxDimensionPx',
      policyOverride: 'policyOverrides',
    };
    for (const [option, near] of Object.entries(nearest)) {
      const message = new RegExp(`"${option}".*"${near}"`);
      a.throws(sanitize({ [option]: 1 }), { code: 'invalid-argument', option, nearest: near, message });
    }
  });

  t.test('names inside of options are checked, too', (a) => {
    a.throws(sanitize({ limits: { byte: 1 } }), { option: 'limits.byte', nearest: 'limits.bytes' });
    a.throws(sanitize({ policy: { dropThinking: true } }), {
      option: 'policy.dropThinking',
      nearest: 'policy.dropThinkingBlocks',
    });
    a.throws(sanitize({ policyOverrides: { toolCallIdmode: 'strict' } }), {
      nearest: 'policyOverrides.toolCallIdMode',
    });
  });

  t.test('an unknown part of a target is an error that names the nearest known one', (a) => {
    a.throws(() => th.resolvePolicy({ api: 'x' }), { code: 'invalid-argument', option: 'api', nearest: 'modelApi' });
    a.throws(() => th.sanitizeSync([], { modelID: 'x' }), { nearest: 'modelId' });
  });

  t.test('every call checks its own options', (a) => {
    const odd = { nosuch: 1 };
    const calls = [
      () => th.resolvePolicy({}, odd),
      () => th.sanitizeSync([], {}, odd),
      () => th.sanitizeTextSync('[]', {}, odd),
      () => th.check([], {}, odd),
      () => th.checkText('[]', {}, odd),
      () => th.sanitizeRequestSync({}, {}, odd),
      () => th.preRequest([], {}, odd),
      () => th.preRequestText('[]', {}, odd),
      () => th.stripAllThinking([], odd),
      () => th.stripAllThinkingText('[]', odd),
    ];
    for (const call of calls) a.throws(call, { code: 'invalid-argument', option: 'nosuch' });
  });

  t.test('a wrong type is an error that names the option, what it takes and what was found', (a) => {
    const cases = [
      [{ profile: 'loose' }, /strict/],
      [{ profile: 1 }, /a number/],
      [{ report: 'yes' }, /a boolean, found a string/],
      [{ allowedToolNames: 'read' }, /an array of strings, found a string/],
      [{ allowedToolNames: ['read', 1] }, /an array of strings/],
      [{ preserveLatestAssistantThinking: 1 }, /a boolean/],
      [{ localOffsetMinutes: '60' }, /a whole number, found a string/],
      [{ localOffsetMinutes: 1.5 }, /a whole number/],
      [{ sessionId: 7 }, /a string/],
      [{ sessionEntries: {} }, /an array/],
      [{ sessionEntries: 'x' }, /an array/],
      [{ policy: [] }, /an object, found an array/],
      [{ policy: 'full' }, /an object/],
      [{ limits: 5 }, /an object/],
      [{ aliasResolution: 'always' }, /lookup/],
      [{ validateTurns: [] }, /a boolean, found an array/],
    ];
    for (const [options, message] of cases) {
      a.throws(sanitize(options), { code: 'invalid-argument', option: Object.keys(options)[0], message });
    }
    for (const bytes of [-1, 1.5, '5', 2 ** 60]) {
      a.throws(sanitize({ limits: { bytes } }), { option: 'limits.bytes', message: /whole number/ });
    }
    a.throws(sanitize({ policy: { toolCallIdMode: 'loose' } }), { option: 'policy.toolCallIdMode', message: /strict9/ });
    a.throws(sanitize({ policy: { validateGeminiTurns: null } }), { option: 'policy.validateGeminiTurns' });
    a.throws(() => th.resolvePolicy({ provider: 5 }), { option: 'provider', message: /a string or null/ });
  });

  t.test('targets and options that are no objects are errors', (a) => {
    for (const odd of [5, 'x', true, [], () => {}, Symbol('x')]) {
      a.throws(() => th.sanitizeSync([], odd), { code: 'invalid-argument', message: /the target must be an object/ });
      a.throws(sanitize(odd), { code: 'invalid-argument', message: /options must be an object/ });
    }
  });

  t.test('nothing, null and undefined members mean the default', (a) => {
    for (const options of [undefined, null, {}, { profile: undefined, report: null, limits: null, policy: null }]) {
      a.equal(sanitize(options)().changed, false);
    }
    a.deepEqual(th.resolvePolicy(null), th.resolvePolicy({}));
    a.deepEqual(th.resolvePolicy({ provider: null, modelApi: null, modelId: undefined }), th.resolvePolicy());
  });

  t.test('the clock, the image side and the model take any value', (a) => {
    for (const any of [0, -1, 1.5, NaN, Infinity, '1200', null, {}, [], true]) {
      a.equal(sanitize({ now: any, imageMaxDimensionPx: any, profile: 'compat' })().changed, false);
      a.ok(th.resolvePolicy({ model: any }).flags);
    }
  });

  t.test('session entries hold any JSON', (a) => {
    const entries = [null, 1, { type: 'custom', data: { n: [1e400, '\ud83d'] } }, undefined];
    a.equal(sanitize({ sessionEntries: entries })().changed, false);
  });

  t.test('getters, proxies and cycles in targets and options are argument errors', (a) => {
    const thrower = {
      get profile() {
        throw new Error('no');
      },
    };
    const refuser = new Proxy({}, { ownKeys: () => { throw 'no'; } });
    const cycle = {};
    cycle.policy = cycle;
    for (const hostile of [thrower, refuser, cycle, { now: 1n }, { sessionEntries: [1n] }]) {
      a.throws(sanitize(hostile), { name: 'HygieneError', code: 'invalid-argument' });
      a.throws(() => th.sanitizeSync([], { model: hostile }), { name: 'HygieneError', code: 'invalid-argument' });
    }
    a.throws(() => th.sanitizeSync([], thrower), { code: 'invalid-argument' });
  });

  t.test('a policy and overrides of the resolved one exclude each other', (a) => {
    a.throws(sanitize({ policy: {}, policyOverrides: {} }), { code: 'invalid-argument', option: 'policyOverrides' });
  });

  t.test('a resolved policy says where each flag came from', (a) => {
    const target = { provider: 'anthropic', modelApi: 'anthropic-messages', modelId: 'claude-sonnet-4-6' };
    const { flags, origins } = th.resolvePolicy(target, { policyOverrides: { validateGeminiTurns: true } });
    a.equal(flags.preserveSignatures, true);
    a.equal(flags.validateGeminiTurns, true);
    a.equal(origins.validateGeminiTurns, 'override');
    a.ok(Object.keys(flags).every((flag) => typeof origins[flag] === 'string'));
    a.equal(th.resolvePolicy(target, { policy: {} }).flags.preserveSignatures, false);
  });
};
