// The gallery as files, and what the package itself makes of them.
import { readFileSync } from 'node:fs';

const FOLDER = new URL('../../www/samples/', import.meta.url);

export const sampleText = (file) => readFileSync(new URL(file, FOLDER), 'utf8');

/** @type {{ file: string, group: string, title: string, note: string, target?: object, tab?: string }[]} */
export const samples = JSON.parse(sampleText('index.json'));
