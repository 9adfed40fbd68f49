// All that people can do, by name.
import { imageActions } from './images.js';
import { inputActions } from './input.js';
import { panelActions } from './panels.js';
import { runner } from './run.js';
import { shareActions } from './share.js';
import { targetActions } from './target.js';
import { turnActions } from './turns.js';

/** A word on what was done stands for so long where the summary was. */
const SAID_MS = 3000;

/** @param app `{ state, engine, lists, draw }` */
export function createActions(app) {
  const actions = {};
  let saying;
  app.say = (text) => {
    app.state.said = text;
    app.draw();
    clearTimeout(saying);
    saying = setTimeout(() => {
      app.state.said = '';
      app.draw();
    }, SAID_MS);
  };
  const parts = [runner, inputActions, targetActions, turnActions, panelActions, imageActions, shareActions];
  for (const part of parts) Object.assign(actions, part(app, actions));
  return actions;
}
