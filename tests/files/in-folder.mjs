// Files by their names in one folder, for checks that know no paths.
import { join } from 'node:path';
import { fileStorage } from 'transcript-hygiene/storage/files';

export function inFolder(folder) {
  const files = fileStorage({ graceMs: 1 });
  const at = (name) => join(folder, name);
  return {
    load: (name) => files.load(at(name)),
    saveNew: (name, ...rest) => files.saveNew(at(name), ...rest),
    replace: (name, ...rest) => files.replace(at(name), ...rest),
    remove: (name) => files.remove(at(name)),
  };
}
