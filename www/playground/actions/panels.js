// The tabs: each is filled when it is first shown, and the error that somebody pasted.
import { explain } from 'transcript-hygiene';
import { withAddresses } from './images.js';
import { readable } from '../panels/rules.js';
import { doorOf } from '../panels/rule-doors.js';
import { isRequest } from '../input/shapes.js';

/** Editing an example settles for so long before it runs. */
const EDITING_MS = 200;

export function panelActions({ state, engine, lists, draw, say }, actions) {
  let editing;

  /** Asks the worker, unless the answer is there or nothing was given; a newer result makes the answer void. */
  async function fill(name, request, progress) {
    const { result } = state;
    const answer = await engine.ask(name, request, progress).catch(({ message }) => ({ failed: message }));
    return state.result === result ? answer : undefined;
  }

  const fillers = {
    async people() {
      if (state.people || isRequest(state.result.kind)) return;
      state.people = await fill('people', { profile: state.profile });
      lists.people.reset(state.people?.rows ?? 0);
    },
    async repair() {
      if (state.repair || state.result.kind !== 'session') return;
      state.repair = await fill('repair', { profile: state.profile, ...state.repairOptions });
      lists.repair.reset(state.repair?.lines ?? 0);
    },
    async images() {
      if (state.pictures || state.result.error) return;
      const found = await fill('pictures');
      state.pictures = found?.list
        ? { ...found, list: found.list.map((picture) => withAddresses(picture, 'input')) }
        : found;
    },
    async targets() {
      if (state.targets || state.result.error) return;
      const found = { rows: [], of: 0, done: false };
      state.targets = found;
      draw();
      const progress = (row) => {
        if (state.targets !== found) return;
        found.rows.push(row);
        found.of = row.of;
        draw();
      };
      await fill('targets', { profile: state.profile }, progress);
      found.done = true;
    },
  };

  async function runExample() {
    const { open, text } = state.rules;
    const rule = explain(open);
    const outcome = await engine.ask('example', { text, door: doorOf(rule), target: rule.example.target });
    if (state.rules.open === open && state.rules.text === text) state.rules.outcome = outcome;
    draw();
  }

  async function askAgain() {
    const { text } = state.rejection;
    const answer = text.trim() === '' ? undefined : await engine.ask('complaint', { text });
    if (state.rejection.text === text) state.rejection = { text, answer };
    draw();
  }

  return {
    askAgain,
    complain(text) {
      state.rejection = { text, answer: state.rejection.answer };
      return askAgain();
    },
    /** What was given is the error; the history is still to come. */
    complainWithInput() {
      const { shown } = state.given;
      actions.type('');
      return actions.complain(shown);
    },
    async show(tab) {
      state.tab = tab;
      draw();
      await actions.fillTab();
      actions.writeAddress();
    },
    async fillTab() {
      if (!state.result) return;
      await fillers[state.tab]?.();
      draw();
    },
    /** The findings of a constraint, where the turn that breaks it says so. */
    async showFinding(constraint) {
      state.focusedFinding = constraint;
      await actions.show('findings');
      await Promise.resolve();
      const entry = document.getElementById(`finding-${constraint}`);
      entry?.scrollIntoView({ block: 'center' });
      entry?.focus({ preventScroll: true });
    },
    stopTargets() {
      if (state.targets) state.targets.done = true;
      draw();
      return engine.ask('stopTargets');
    },
    repairWith(change) {
      state.repairOptions = { ...state.repairOptions, ...change };
      state.repair = undefined;
      return actions.fillTab();
    },
    async openRepaired() {
      const text = await engine.ask('repairedText');
      if (text === undefined) return;
      state.tab = 'provider';
      actions.give(text, `repaired ${state.given.name}`);
      say('Opened the repaired file.');
    },
    search(text) {
      state.rules = { ...state.rules, search: text };
      draw();
    },
    openRule(id) {
      const rule = explain(id);
      if (!rule) return;
      state.rules = { search: '', open: id, text: readable(rule.example.before), outcome: undefined };
      state.tab = 'rules';
      draw();
      actions.writeAddress();
      document.querySelector('.tabs')?.scrollIntoView({ block: 'nearest' });
      return runExample();
    },
    closeRule() {
      state.rules = { ...state.rules, open: undefined };
      draw();
      actions.writeAddress();
    },
    editExample(text) {
      state.rules = { ...state.rules, text };
      clearTimeout(editing);
      editing = setTimeout(runExample, EDITING_MS);
      draw();
    },
  };
}
