import { runInBrowser } from './browser.mjs';

process.exitCode = await runInBrowser('firefox');
