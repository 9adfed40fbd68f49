// The Worker that `wrangler deploy` deploys.
import { preflight } from 'transcript-hygiene/preflight';
import { consoleLog } from './log.js';
import { createWorker } from './worker.js';

export default createWorker({ preflight, log: consoleLog });
