// Giving something: typed, pasted, dropped, opened, a sample, or something from before.
import { fromFile, fromText } from '../cards/transcript.js';
import { readCurl } from '../input/curl.js';
import { NO_TARGET } from '../state.js';
import { forgetRecent, keepRecent, loadRecent, recentInputs } from '../store/recent.js';
import { readLink } from '../store/link.js';

export function inputActions({ state, draw, say }, actions) {
  function take(given, others = {}) {
    Object.assign(state, { given, sample: '', as: '', url: '', overrides: {}, ...others });
  }

  /** Of a curl command only address and body are kept: the others may hold a key. */
  function fromPasted(text, name) {
    const command = readCurl(text);
    if (!command) return take(fromText(text, name));
    take(fromText(command.body, 'body of a curl command'), { url: command.url, guess: true });
    say('Took the body of the curl command, and left its headers behind.');
  }

  return {
    type(text) {
      const isCleared = state.given.shown === '';
      fromPasted(text, 'typed text');
      // Text in an empty field was pasted, and may be about another target.
      if (isCleared) state.guess = true;
      actions.settle();
      draw();
    },
    async open(file) {
      take(await fromFile(file), { guess: true });
      actions.run();
    },
    paste(text) {
      fromPasted(text);
      state.guess = true;
      actions.run();
    },
    give(text, name) {
      take(fromText(text, name), { guess: true });
      actions.run();
    },
    choose(file) {
      const sample = state.samples.find((one) => one.file === file);
      if (!sample) return;
      const target = { ...NO_TARGET, ...sample.target };
      fromPasted(sample.text, sample.file);
      Object.assign(state, { sample: file, target, guess: sample.target === undefined, tab: sample.tab ?? 'provider' });
      actions.run();
    },
    readAs(kind) {
      state.as = kind;
      state.guess = true;
      actions.run();
    },
    async remember() {
      actions.writeAddress();
      if (state.sample || state.given.size === 0) return;
      state.recent = await keepRecent(state.given);
      draw();
    },
    async recall(id) {
      const kept = await loadRecent(id);
      if (!kept) return say('That is not there any more.');
      take(fromText(kept.text, kept.name), { guess: true });
      actions.run();
    },
    async forget() {
      state.recent = await forgetRecent();
      say('Cleared.');
    },
    /** Shows what the address says, or the first sample. */
    async start() {
      state.recent = await recentInputs();
      const { state: said, sample, text, rule, problem } = await readLink(location.hash);
      const shown = state.samples.find(({ file }) => file === sample) ?? state.samples[0];
      if (text === undefined) actions.choose(shown.file);
      else take(fromText(text, 'text of a link'), { guess: true });
      // What the link says wins over what the sample says.
      Object.assign(state, said);
      if (rule) actions.openRule(rule);
      await actions.run();
      if (problem) say(problem);
    },
  };
}
