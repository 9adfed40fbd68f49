import { answer } from './answer.mjs';

console.log(await answer());
