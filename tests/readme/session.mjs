import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sanitize } from 'transcript-hygiene';
import { loadSession, repairSession } from 'transcript-hygiene/history';
import { fileStorage } from 'transcript-hygiene/storage/files';

// A session whose last line was cut when the disk was full, and whose last call never got a result.
const name = join(mkdtempSync(join(tmpdir(), 'session-')), 'session.jsonl');
writeFileSync(
  name,
  `{"type":"session","version":3,"id":"s"}
{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"List the files."}}
{"type":"message","id":"b","parentId":"a","message":{"role":"assistant","content":[{"type":"toolCall","id":"call_1","name":"ls","arguments":{}}]}}
{"type":"message","id":"c","parentId":"b","mess`,
);

const storage = fileStorage();
const { outcome, report } = await repairSession(storage, name);
console.log(outcome, report.droppedLines); // repaired 1

const { bytes } = await storage.load(name);
const { messages } = loadSession(bytes);
console.log(messages.map((turn) => turn.role).join(', ')); // user, assistant

const target = { provider: 'anthropic', modelApi: 'anthropic-messages', modelId: 'claude-sonnet-4-6' };
const ready = await sanitize(messages, target);
console.log(ready.messages.map((turn) => turn.role).join(', ')); // user, assistant, toolResult
