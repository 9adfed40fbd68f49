// Node, Deno and Bun: the suite runs in the very process, each host resolving the package by its own conditions.
import { names, urlOf } from './files.mjs';
import { report } from './report.mjs';
import { runSuite } from './suite.mjs';

process.exitCode = report(await runSuite(names.map((name) => [name, () => import(urlOf(name).href)])));
