// A request for each wire: one that its provider takes, and one with a call that nothing answers. Spelled so that
// reading and writing it anew would show.

const TOOL = '"name":"ls","description":"Lists files."';

/** Where each wire is asked, below the address of an upstream. */
export const SHAPES = [
  {
    api: 'anthropic',
    path: '/anthropic/v1/messages?beta=true',
    clean:
      '{ "max_tokens":1e3, "model":"claude-sonnet-4-5", "stream":true, "temperature":1.0,\n' +
      ' "messages":[{"content":"List the files.","role":"user"}] }',
    dirty:
      `{"max_tokens":1e3,"model":"claude-sonnet-4-5","stream":true,"tools":[{${TOOL},"input_schema":{"type":"object"}}],` +
      '"messages":[{"content":"List the files.","role":"user"},' +
      '{"role":"assistant","content":[{"type":"tool_use","id":"toolu_01","name":"ls","input":{"depth":1.0}}]},' +
      '{"role":"user","content":"Go on."}]}',
  },
  {
    api: 'chat',
    path: '/openai/v1/chat/completions',
    clean: '{ "model":"gpt-5.4", "stream":true, "top_p":1.0, "messages":[{"content":"List the files.","role":"user"}] }',
    dirty:
      `{"model":"gpt-5.4","stream":true,"tools":[{"type":"function","function":{${TOOL},"parameters":{"type":"object"}}}],` +
      '"messages":[{"content":"List the files.","role":"user"},{"role":"assistant","content":null,"tool_calls":' +
      '[{"id":"call_1","type":"function","function":{"name":"ls","arguments":"{\\"depth\\":1.0}"}}]},' +
      '{"role":"user","content":"Go on."}]}',
  },
  {
    api: 'responses',
    path: '/openai/v1/responses',
    clean: '{ "model":"gpt-5.4", "stream":true, "top_p":1.0, "store":false, "input":"List the files." }',
    dirty:
      `{"model":"gpt-5.4","stream":true,"store":false,"tools":[{"type":"function",${TOOL},"parameters":{"type":"object"}}],` +
      '"input":[{"role":"user","content":"List the files."},' +
      '{"type":"function_call","call_id":"call_1","name":"ls","arguments":"{\\"depth\\":1.0}"},' +
      '{"role":"user","content":"Go on."}]}',
  },
  {
    api: 'gemini',
    path: '/gemini/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
    clean: '{ "contents":[{"parts":[{"text":"List the files."}],"role":"user"}], "generationConfig":{"topP":1.0} }',
    dirty:
      `{"tools":[{"functionDeclarations":[{${TOOL}}]}],"contents":[{"parts":[{"text":"List the files."}],"role":"user"},` +
      '{"role":"model","parts":[{"functionCall":{"name":"ls","args":{"depth":1.0}}}]},' +
      '{"role":"user","parts":[{"text":"Go on."}]}]}',
  },
  {
    api: 'converse',
    path: '/bedrock/model/anthropic.claude-sonnet-4-5-v1%3A0/converse-stream',
    clean: '{ "messages":[{"content":[{"text":"List the files."}],"role":"user"}], "inferenceConfig":{"topP":1.0} }',
    dirty:
      `{"toolConfig":{"tools":[{"toolSpec":{${TOOL},"inputSchema":{"json":{"type":"object"}}}}]},` +
      '"messages":[{"content":[{"text":"List the files."}],"role":"user"},' +
      '{"role":"assistant","content":[{"toolUse":{"toolUseId":"tooluse_1","name":"ls","input":{"depth":1.0}}}]},' +
      '{"role":"user","content":[{"text":"Go on."}]}]}',
  },
];

/** What a repair must keep byte for byte: the call, and the turn behind it. */
export const KEPT = ['depth', '1.0', 'Go on.'];

export const ANTHROPIC = SHAPES[0];
