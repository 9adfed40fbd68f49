// Says whether files in a folder keep the contract of storages, on whatever runtime this is.
import process from 'node:process';
import { init } from 'transcript-hygiene/history';
import { checkStorage } from 'transcript-hygiene/testing';
import { inFolder } from './in-folder.mjs';

await init();
await checkStorage(() => inFolder(process.argv[2]));
console.log('kept');
