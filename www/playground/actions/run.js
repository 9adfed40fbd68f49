// Running the engine on what is given, and showing what came of it.
import { dropAddresses } from './images.js';

/** Typing settles for so long before it is looked at. */
const TYPING_MS = 150;

/** What takes longer is said to be going on; saying so of everything would flicker. */
const SLOW_MS = 250;

export function runner({ state, engine, lists, draw, say }, actions) {
  let typing;
  let slowness;

  async function run() {
    clearTimeout(typing);
    clearTimeout(slowness);
    slowness = setTimeout(() => {
      state.slow = true;
      draw();
    }, SLOW_MS);
    Object.assign(state, { busy: true, said: '', link: undefined });
    draw();
    const asked = request(state);
    const result = await engine.run({ ...asked, given: state.given.data }).catch(failure);
    // A newer run says what there is to say.
    if (!result || !isSame(asked, request(state))) return;
    clearTimeout(slowness);
    Object.assign(state, { busy: false, slow: false });
    show(result);
    draw();
    await actions.fillTab();
    await look();
    actions.remember();
  }

  function show(result) {
    dropAddresses('input');
    Object.assign(state, {
      result,
      target: result.target ?? state.target,
      filter: { kinds: [], rules: [] },
      unfolded: [],
      focused: undefined,
      places: new Map(),
      findings: undefined,
      people: undefined,
      repair: undefined,
      pictures: undefined,
      targets: undefined,
    });
    lists.turns.reset(result.error ? 0 : result.items);
  }

  /** What comes after the result is on the screen. */
  async function look() {
    const { result } = state;
    for (const rule of state.openRules) if (result.counts?.[rule]) await actions.listPlaces(rule);
    const findings = isReadable(result) ? await engine.ask('findings').catch(() => undefined) : undefined;
    if (state.result !== result) return;
    state.findings = findings;
    await actions.askAgain();
    draw();
  }

  return {
    run,
    /** Runs once typing has settled. */
    settle() {
      clearTimeout(typing);
      state.busy = true;
      typing = setTimeout(run, TYPING_MS);
    },
    cancel() {
      clearTimeout(slowness);
      engine.cancel();
      Object.assign(state, { busy: false, slow: false, result: undefined, findings: undefined });
      say('Cancelled.');
    },
  };
}

/** What the provider would refuse, whatever is done, can be looked at all the same. */
const isReadable = ({ error }) => !error || error.code === 'invalid-replay-transcript';

/** What a run is asked for. */
const request = ({ given, as, url, target, guess, profile, overrides }) => ({
  given,
  as,
  url,
  target,
  guess,
  options: { profile, policyOverrides: overrides },
});

const isSame = (one, other) =>
  Object.keys(one).every((name) => name === 'options' || one[name] === other[name]) &&
  one.options.profile === other.options.profile &&
  one.options.policyOverrides === other.options.policyOverrides;

/** The engine itself is not there, or broke. */
const failure = ({ message }) => ({ error: { code: 'internal', message } });
