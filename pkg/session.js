// Session files: see history.d.ts.
import { engine } from './history-engine.js';
import { plainCopy } from './json.js';
import { bytesOf, received, send, textOf } from './session-file.js';

export { isLeftoverBackup, planRepair } from './repair.js';
export { repairSession } from './repair-session.js';

export function loadSession(file, options) {
  return load(file, options, (bytes) => ({ messages: JSON.parse(textOf(bytes)) }));
}

export function loadSessionText(file, options) {
  return load(file, options, (bytes) => ({ json: typeof file === 'string' ? textOf(bytes) : bytes.slice() }));
}

export function migrateSession(file, options) {
  const bytes = bytesOf(file);
  const given = plainCopy(options, 'options');
  return engine.run((glue) => {
    glue.admit(bytes.length, given?.limits);
    const { changed } = JSON.parse(glue.migrateSession(send(bytes), given));
    if (!changed) return { changed, output: file };
    return { changed, output: typeof file === 'string' ? textOf(received(glue)) : received(glue).slice() };
  });
}

function load(file, options, read) {
  const bytes = bytesOf(file);
  const given = plainCopy(options, 'options');
  return engine.run((glue) => {
    glue.admit(bytes.length, given?.limits);
    const facts = JSON.parse(glue.loadSession(send(bytes), given));
    return { ...read(received(glue)), ...facts };
  });
}
