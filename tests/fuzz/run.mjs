// Random arguments for as long as is asked: node tests/fuzz/run.mjs [SECONDS] [SEED]
import * as th from 'transcript-hygiene';
import { fuzzArguments } from './arguments.mjs';

const ROUNDS_AT_ONCE = 1000;

const [seconds = 10, first = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
const end = performance.now() + seconds * 1000;
let calls = 0;
let seed = first;
for (; performance.now() < end; seed += ROUNDS_AT_ONCE) calls += fuzzArguments(th, seed, ROUNDS_AT_ONCE);
console.log(`${calls} calls without a finding, seeds ${first} to ${seed - 1}`);
