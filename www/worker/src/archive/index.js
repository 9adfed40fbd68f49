// The Worker for archives: repairs every session of a bucket, on as many machines as the queue gives it.
import { answer } from './api.js';
import { consume } from './consumer.js';

export { Run } from './run.js';

export default { fetch: answer, queue: consume };
