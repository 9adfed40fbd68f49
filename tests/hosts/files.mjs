// The files of the suite, by name and by place. For hosts that have a file system.
import { readdirSync } from 'node:fs';

const FOLDER = new URL('../js/', import.meta.url);

export const names = readdirSync(FOLDER).filter((name) => name.endsWith('.test.mjs')).sort();
export const urlOf = (name) => new URL(name, FOLDER);
