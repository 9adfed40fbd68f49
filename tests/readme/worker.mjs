import { sanitizeText } from 'transcript-hygiene';

const target = { provider: 'anthropic', modelApi: 'anthropic-messages', modelId: 'claude-sonnet-4-6' };

export default {
  async fetch(request) {
    const transcript = new Uint8Array(await request.arrayBuffer());
    const { json } = await sanitizeText(transcript, target);
    return new Response(json, { headers: { 'content-type': 'application/json' } });
  },
};
