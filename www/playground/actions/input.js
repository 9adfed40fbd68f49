// Giving something: typed, pasted, dropped, opened, a sample, or something from before.
import { fromFile, fromText } from '../cards/transcript.js';
import { readCurl } from '../input/curl.js';
import { NO_TARGET } from '../state.js';
import { forgetRecent, keepRecent, loadRecent, recentInputs } from '../store/recent.js';
import { readLink } from '../store/link.js';

export function inputActions({ state, draw, say }, actions) {
  function take(given, others = {}) {
    Object.assign(state, { given, sample: '', as: '', url: '', overrides: {}, recentId: undefined, ...others });
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
      const { recentId } = state;
      fromPasted(text, 'typed text');
      // What is typed on replaces what was kept of it.
      if (!isCleared && state.given.name === 'typed text') state.recentId = recentId;
      // Text in an empty field was pasted, and may be about another target.
      if (isCleared) state.guess = true;
      actions.settle();
      draw();
    },
    async open(file) {
      if (file.type.startsWith('image/')) return actions.tryImage(file);
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
    /** Keeps what was given, so that it is there after the page was loaded anew. */
    async remember() {
      if (!state.sample && state.given.size > 0) {
        const { id, list } = await keepRecent(state.given, state.recentId);
        Object.assign(state, { recent: list, recentId: id });
        draw();
      }
      actions.writeAddress();
    },
    async recall(id, others = {}) {
      const kept = await loadRecent(id);
      if (kept) take(fromText(kept.text, kept.name), { guess: true, recentId: id, ...others });
      await actions.run();
      if (!kept) say('What was given before is not there any more.');
    },
    async forget() {
      Object.assign(state, { recent: await forgetRecent(), recentId: undefined });
      say('Cleared.');
    },
    /** Shows what the address says, or the first sample. */
    async start() {
      state.recent = await recentInputs();
      const { state: said, sample, text, recent, rule, problem } = await readLink(location.hash);
      const shown = state.samples.find(({ file }) => file === sample) ?? state.samples[0];
      if (text === undefined) actions.choose(shown.file);
      else take(fromText(text, 'text of a link'), { guess: true });
      // What the link says wins over what the sample says.
      Object.assign(state, said);
      if (rule) actions.openRule(rule);
      if (recent && text === undefined) return actions.recall(recent, said);
      await actions.run();
      if (problem) say(problem);
    },
  };
}
