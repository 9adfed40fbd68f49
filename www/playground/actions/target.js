// Where it goes: target, profile and flags.
import { completed } from '../cards/target.js';

export function targetActions({ state, draw }, actions) {
  return {
    aim(change) {
      state.target = completed(state.target, change);
      state.guess = false;
      actions.settle();
      draw();
    },
    aimAt(target) {
      Object.assign(state, { target: { ...target }, guess: false, tab: 'provider' });
      actions.run();
    },
    profileIs(profile) {
      state.profile = profile;
      actions.run();
    },
    /** Undefined gives the flag back to the target. */
    override(flag, value) {
      const { [flag]: _, ...others } = state.overrides;
      state.overrides = value === undefined ? others : { ...others, [flag]: value };
      actions.run();
    },
    resetFlags() {
      state.overrides = {};
      actions.run();
    },
  };
}
