// Compiled, never run: session files and storages with the types that a caller sees, and uses that must not compile.
import {
  type RepairOutcome,
  type Storage,
  init,
  isLeftoverBackup,
  loadSession,
  loadSessionText,
  migrateSession,
  planRepair,
  repairSession,
} from 'transcript-hygiene/history';
import { durableObjectStorage } from 'transcript-hygiene/storage/durable-object';
import { fileStorage } from 'transcript-hygiene/storage/files';
import { indexedDbStorage } from 'transcript-hygiene/storage/indexeddb';
import { memoryStorage } from 'transcript-hygiene/storage/memory';
import { opfsStorage } from 'transcript-hygiene/storage/opfs';
import { r2Storage } from 'transcript-hygiene/storage/r2';
import { checkStorage, storageChecks, withFaults } from 'transcript-hygiene/testing';

declare const bucket: Parameters<typeof r2Storage>[0];
declare const object: Parameters<typeof durableObjectStorage>[0];

export async function everything(bytes: Uint8Array): Promise<RepairOutcome[]> {
  await init();
  const text: string = planRepair('', { relink: true, maxBytes: 1 }).output;
  const output: Uint8Array = planRepair(bytes).output;
  const { messages, report, model } = loadSession(output, { builder: 'flat', startAt: null });
  const json: string = loadSessionText(text, { form: 'model' }).json;
  const current: string = migrateSession(text).output;
  const lost: number = report.danglingParents ?? messages.length + json.length + current.length;
  const old: boolean = isLeftoverBackup(output, bytes) || model === null || lost > 0;
  const memory = memoryStorage({ 's.jsonl': bytes });
  memory.put('t.jsonl', bytes);
  const storages: Storage[] = [
    memory,
    fileStorage({ graceMs: old ? 0 : 1 }),
    opfsStorage(),
    indexedDbStorage('sessions'),
    r2Storage(bucket),
    durableObjectStorage(object),
    withFaults(memory, [{ step: 'replace', happen: () => Promise.reject(new Error('no space')) }]),
  ];
  for (const storage of storages) await checkStorage(() => storage);
  await storageChecks[0]?.run(memory);
  // @ts-expect-error: an option that is not known
  planRepair('', { relinc: true });
  // @ts-expect-error: a storage without a way to store
  await repairSession({ load: async () => undefined }, 's.jsonl');
  return Promise.all(storages.map((storage) => repairSession(storage, 's.jsonl')));
}
