import { answer } from './answer.mjs';

export default { fetch: async () => new Response(await answer()) };
