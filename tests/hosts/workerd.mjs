// Cloudflare's runtime: the suite, in one bundle, runs inside a request.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { names } from './files.mjs';
import { report } from './report.mjs';
import { runWorker } from './worker.mjs';

const contents = `
import { runSuite } from './suite.mjs';
${names.map((name, i) => `import * as file${i} from '../js/${name}';`).join('\n')}
const files = [${names.map((name, i) => `['${name}', () => file${i}]`).join(', ')}];
export default { fetch: async () => Response.json(await runSuite(files)) };
`;

const resolveDir = dirname(fileURLToPath(import.meta.url));
process.exitCode = report(JSON.parse(await runWorker({ stdin: { contents, resolveDir } })));
