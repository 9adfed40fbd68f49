import type { Limits } from './index.js';

export { HygieneError } from './index.js';

/** What `project` takes. Every option may be left out. */
export interface ProjectOptions {
  /** `strict` (default) shows what people should see; `compat` exactly what OpenClaw 2026.7.2-beta.4 shows. */
  profile?: 'strict' | 'compat';
  /** Whether blocks and envelopes around messages go. Default: true. */
  stripEnvelope?: boolean;
  /** Whether reasoning, tool calls, tokens and traces that models wrote into answers go, in `strict`. Default: true. */
  visibleText?: boolean;
  /** UTF-16 units after which a text is cut. Default: 8000. */
  maxChars?: number;
  /** How many of the last shown rows are given. Default: all. */
  maxMessages?: number;
  /** Whether a turn's boundary was hidden before the first row. Default: false. */
  turnBoundaryPending?: boolean;
  /** Milliseconds; announcements of subagents from before go. Default: none. */
  sessionStartedAt?: number;
  /** Bytes of JSON after which a row gives way to a placeholder. Default: no limit. */
  maxSingleMessageBytes?: number;
  /** Bytes of JSON of all rows; the oldest go first, and never the last. Default: no limit. */
  maxHistoryBytes?: number;
  /** Whether previews in tool results go to the answers that follow. Default: false. */
  canvasPreviews?: boolean;
  /** Milliseconds; the time of placeholders for rows without one. Default: the host's clock. */
  now?: number;
  /** Whether to say what became of each row. Default: false. */
  report?: boolean;
  /** As for the calls of the package; `turns` counts rows. */
  limits?: { bytes?: number; nesting?: number; turns?: number };
}

/** What became of a row; rows that are shown as they are have no entry. */
export interface RowReport {
  /** Index of the row in the input. */
  row: number;
  state: 'shown' | 'cut' | 'merged' | 'hidden';
  /** Ids of the rules that changed the row or took it away, in order. */
  rules: string[];
  /** For each text of a shown row, start and end of what is gone of it, in UTF-16 units. */
  removed: { pointer: string; ranges: [number, number][] }[];
}

/** What a projection tells beside the rows. */
export interface ProjectionFacts {
  /** How many rows of the input are not shown, or only as a part of others. */
  hiddenCount: number;
  /** A turn's boundary was hidden, and no row after it shows it yet. */
  turnBoundaryPending: boolean;
  report?: RowReport[];
}

/** Shown rows, with a cursor to those before them. */
export interface RowPage {
  messages: unknown[];
  hasMore: boolean;
  /** For `cursor` or `before`; absent when the host gave the first row no number. */
  nextCursor?: string;
}

/**
 * Shows stored history as people see it. A row that is shown as it is is the very object of the input.
 *
 * With `limit` or `cursor` (`seq:N` or `N`) the result is a page: the last `limit` shown rows before the cursor.
 */
export declare function project(
  messages: readonly unknown[],
  options?: ProjectOptions & { limit?: number; cursor?: string },
): { messages: unknown[]; hasMore?: boolean; nextCursor?: string } & ProjectionFacts;

/** The same for JSON text; untouched rows keep their spelling, and the very input comes back when nothing changed. */
export declare function projectText<T extends string | Uint8Array>(
  json: T,
  options?: ProjectOptions,
): { json: T } & ProjectionFacts;

/** A projection that is kept up to date. */
export interface Projector {
  /**
   * Adds rows at the end and says what changes. Takes time in the number of these rows: the last answer is looked at
   * again, and rows behind it. Only speech for an answer further back costs a whole projection.
   */
  append(rows: readonly unknown[]): ShownChange;
  /** Starts anew with these rows. */
  replace(rows: readonly unknown[]): ShownChange;
  /** The last `limit` shown rows before a cursor. */
  page(options?: { before?: string | number; limit?: number }): RowPage;
  /** Up to `limit` shown rows around the one with this id; nothing when it is not shown. */
  page(options: { around: string; limit?: number }): RowPage | undefined;
  /** What became of a row, by its index among all rows, when `report` was asked for; nothing when it is shown as it is. */
  reportOf(row: number): RowReport | undefined;
  /** All shown rows; the same array until rows are added or replaced. */
  readonly messages: unknown[];
  /** How many rows are not shown, or only as a part of others. */
  readonly hiddenCount: number;
  readonly turnBoundaryPending: boolean;
}

/** What added rows change: the shown rows from index `from` on are these. Those before are the same objects as before. */
export interface ShownChange {
  from: number;
  messages: unknown[];
}

/** Keeps raw rows and projects only what an appended row can change. Its state is plain data in JavaScript. */
export declare function createProjector(
  options?: Omit<ProjectOptions, 'maxMessages' | 'maxSingleMessageBytes' | 'maxHistoryBytes' | 'canvasPreviews'>,
): Projector;

/** Parts an enriched prompt into what people see and the runtime context, which is absent when there is none. */
export declare function extractRuntimeContext(text: string): { text: string; runtimeContext?: string };

/** As `init` of the package, for the module of this entry. */
export declare function init(source?: WebAssembly.Module | URL | Request | Response | BufferSource | string): Promise<void>;

// ---------------------------------------------------------------------------------------------------------------------
// Session files

/** What {@link loadSession} and {@link loadSessionText} take. */
export interface LoadOptions {
  /**
   * `compat` fails where the recorded release fails, with the code `invalid-session`; `strict` reads on and reports.
   * Default: `strict`.
   */
  profile?: 'strict' | 'compat' | null;
  /** Whether parents, controls and resets are followed (`tree`), or parents of a bare list (`flat`). Default: `tree`. */
  builder?: 'tree' | 'flat' | null;
  /** Id of the entry from which the flat builder walks back; `null` for none at all. Default: the last entry. */
  startAt?: string | null;
  /** Messages as they are stored, or as a model is asked: user, assistant and tool result turns alone. Default: `stored`. */
  form?: 'stored' | 'model' | null;
  /** Bounds on what is read. */
  limits?: Limits | null;
  /** Time of what has to be made up, in milliseconds since 1970. Default: 0; in `compat` the current time. */
  now?: unknown;
  /** What local time is ahead of UTC, in minutes, for timestamps without a zone. Default: 0. */
  localOffsetMinutes?: number | null;
  /** Working directory of a header that has to be made up. Default: empty. */
  cwd?: string | null;
  /** Id of a session whose header has to be made up. Default: counted. */
  sessionId?: string | null;
  /** What follows the counter in ids that migration gives. Default: the tail of a UUID of zeros. */
  idTail?: string | null;
}

/** What a session file says beside its messages. */
export interface SessionFacts {
  /** What was skipped, made up or cut off. */
  report: SessionReport;
  /** Id of the session. */
  sessionId: string | null;
  /** The name that it was given last. */
  name: string | null;
  /** Id of the entry that the next turn would answer. */
  leafId: string | null;
  /** Ids of the active branch, from the root to the leaf. */
  branch: string[];
  /** Indexes of messages that were kept across a reset; limits on history never count or drop them. */
  prelude: number[];
  /** How many records the file has; 0 when it does not begin with a header. */
  records: number;
  /** The thinking level that is set last; absent when the entry that sets it names none. */
  thinkingLevel?: unknown;
  /** The model that is named last. */
  model: { provider: unknown; modelId: unknown } | null;
}

/** What reading came upon; what is as usual is absent. */
export interface SessionReport {
  /** Lines that are no JSON. */
  skippedLines?: number;
  /** Entries whose parent is not in the file: history before them is cut off. Repair with `relink` mends that. */
  danglingParents?: number;
  /** `message` entries of the branch without a message. */
  entriesWithoutMessage?: number;
  /** Entries of the branch whose time cannot be read. */
  entriesWithoutTime?: number;
  /** The file is of an older version. */
  migrated?: true;
  /** The file has records, but no header in front. */
  recoveredHeader?: true;
  /** The walk came back to an entry that it had passed, and stopped. */
  cyclic?: true;
}

/**
 * The messages of the active branch of a session file. Nothing is written: a file of an older version is migrated in
 * memory, a cycle is survived. In browsers after {@link init}.
 *
 * @throws {HygieneError}
 */
export function loadSession(
  file: string | Uint8Array,
  options?: LoadOptions | null,
): { messages: unknown[] } & SessionFacts;

/** {@link loadSession} with the messages as JSON text, losing nothing: what `sanitizeText` takes. */
export function loadSessionText<File extends string | Uint8Array>(
  file: File,
  options?: LoadOptions | null,
): { json: File extends string ? string : Uint8Array } & SessionFacts;

/**
 * The text that should stand in a session file: in the current version, with a header in front. The very input when it
 * does already. Store it as repair stores a file, never in place. In browsers after {@link init}.
 *
 * @throws {HygieneError}
 */
export function migrateSession(file: string, options?: LoadOptions | null): { changed: boolean; output: string };
export function migrateSession(file: Uint8Array, options?: LoadOptions | null): { changed: boolean; output: Uint8Array };

/** What repair can be told. */
export interface RepairOptions {
  /**
   * `compat` writes the text that the recorded release writes, every line made anew; `strict` keeps the bytes of lines
   * that nothing is wrong with. Default: `strict`.
   */
  profile?: 'strict' | 'compat' | null;
  /** Hangs a record whose parent is not in the file from the nearest record before it. Default: false. */
  relink?: boolean | null;
  /** Takes complete records out of a line that holds several, or one behind damage. Default: false. */
  splitGlued?: boolean | null;
  /** Treats an image block without data like one whose data is corrupt. Default: false. */
  dropPayloadless?: boolean | null;
  /** Bytes that a file may have; one with more is left alone. Default: 67,108,864 (64 MiB). */
  maxBytes?: number | null;
  /**
   * Time of inserted tool results, in milliseconds since 1970. Default: that of the call; in `compat` the current time.
   */
  now?: unknown;
  /**
   * What follows the counter in ids of inserted tool results. Default: random for {@link repairSession}, the tail of a
   * UUID of zeros for {@link planRepair}, so that equal files have equal plans.
   */
  idTail?: string | null;
}

/** What was found wrong with a file, and what is done about it. */
export interface RepairReport {
  /** The file has to be written anew. */
  repaired: boolean;
  /** Why a file is left alone: `empty session file`, `invalid session header` or `session file too large`. */
  reason?: string;
  /** Lines that are no record, or a message that is none. */
  droppedLines: number;
  /** Failed assistant turns that get a text. */
  rewrittenAssistantMessages?: number;
  /** User turns whose blank text is replaced or removed. */
  rewrittenUserMessages?: number;
  /** Always 0; earlier releases dropped blank user turns. */
  droppedBlankUserMessages?: number;
  /** Image blocks that a text replaces. */
  removedCorruptedImageBlocks?: number;
  /** Tool results made for calls that have none. */
  insertedToolResults?: number;
  /** Records taken out of damaged lines (`splitGlued`). */
  recoveredRecords?: number;
  /** Records that get another parent (`relink`). */
  relinkedRecords?: number;
  /** A byte order mark stands before the header; it goes when the file is written anew. */
  byteOrderMark?: true;
  /** Records whose parent is missing, and the first few such parents. */
  danglingParents?: { count: number; firstIds: string[] };
  /** Each rule at work on each line, in the order of lines, which count from 1. */
  changes: { line: number; rule: string }[];
}

/** What repair would make of a file. */
export interface RepairPlan<File> {
  /** Whether the file has to be written anew. */
  changed: boolean;
  /** The repaired file in the form of the given one; the very input when nothing changes. */
  output: File;
  /** Where the file does not stay as it is: a range of its bytes in UTF-8, and the text that stands there instead. */
  edits: { from: number; to: number; text: string }[];
  /** What is done, in words; empty for nothing. */
  summary: string;
  /** Counts, reasons and lines. */
  report: RepairReport;
}

/**
 * Decides what repair would make of a session file. Lines that nothing is wrong with keep their bytes.
 * In browsers after {@link init}.
 *
 * @throws {HygieneError}
 */
export function planRepair(file: string, options?: RepairOptions | null): RepairPlan<string>;
export function planRepair(file: Uint8Array, options?: RepairOptions | null): RepairPlan<Uint8Array>;

/** How the repair of a stored session ended. */
export interface RepairOutcome {
  /**
   * - `clean`: nothing is wrong, and nothing was written.
   * - `repaired`: the session is repaired.
   * - `refused`: the session is left alone for the `reason`.
   * - `missing`: there is no session of this name. `database`: the name stands for a database.
   * - `unreadable`: the session cannot be read.
   * - `failed`: storing failed, and the session is what it was, unless a backup is reported.
   * - `conflict`: somebody else keeps writing, and the session is what they made of it.
   */
  outcome: 'clean' | 'repaired' | 'refused' | 'missing' | 'database' | 'unreadable' | 'failed' | 'conflict';
  /** Why nothing was repaired, in words. */
  reason?: string;
  /** A backup that is still there, because it may be needed or could not be removed. See {@link isLeftoverBackup}. */
  backupPath?: string;
  /** For a repaired session: whether it was read back as planned. */
  validated?: boolean;
  /** For a repaired session: whether the storage confirmed that it survives a power loss. */
  durable?: boolean;
  /** For a repaired session: bytes that a late writer appended, and that are in the session now. */
  recoveredAppendBytes?: number;
  /** Lines for the host's log. */
  logs: { level: 'debug' | 'warn'; text: string }[];
  /** What was found, when the session could be read. */
  report?: RepairReport;
  /** What the storage threw last. */
  cause?: unknown;
}

/**
 * Repairs a stored session. Whatever fails or races on the way, the session is wholly old or wholly new, and every
 * record ever written is in it or in the backup that is reported.
 *
 * A backup of the original bytes, `<name>.bak-…`, is there while the session is replaced. Repairs of one name on one
 * storage are made one after the other. Never rejects for what a storage does, but for arguments.
 *
 * @throws {HygieneError}
 */
export function repairSession(storage: Storage, name: string, options?: RepairOptions | null): Promise<RepairOutcome>;

/**
 * Whether a backup may be removed: the session is what repair makes of the backup, so nothing is in it that is not in
 * the session or was dropped on purpose. Give the options of the repair that left it. In browsers after {@link init}.
 *
 * @throws {HygieneError}
 */
export function isLeftoverBackup(
  session: string | Uint8Array,
  backup: string | Uint8Array,
  options?: RepairOptions | null,
): boolean;

/**
 * A place where sessions are kept under names. What an implementation promises:
 *
 * 1. **Whole.** A reader sees the bytes of one write, never a mixture. After a crash the session is what it was, or what
 *    `replace` was given, in full.
 * 2. **Conditional.** `replace` takes effect only when the stored bytes are still those that `load` gave with the
 *    version. When somebody wrote, appended or removed in between, it resolves to `null` and has no effect; what was
 *    removed stays removed.
 * 3. **Durable.** `saveNew` and `replace` resolve when the bytes survive a power loss. A storage that cannot confirm
 *    this for a replacement resolves to `{ durable: false }`; the backup then stays.
 * 4. **Create-only.** `saveNew` never overwrites: it resolves to `false`, and what is there stays.
 * 5. **Same place.** A name that is a link stands for what it links to, which is replaced in its own place. New files
 *    have the mode of the session; folders are left as they are.
 * 6. **Nothing left behind.** What the storage makes on the way is gone after a success and, as far as possible, after
 *    an error.
 *
 * A rejection says nothing about what happened; repair loads again and finds out. Bytes that are given may be changed by
 * their owner after the promise is settled.
 *
 * `transcript-hygiene/testing` checks an implementation.
 *
 * @typeParam Version changes whenever the stored bytes change; nobody but the storage looks into it
 */
export interface Storage<Version = any> {
  /** The bytes under a name with their version, which belong together; nothing when nothing is stored. */
  load(name: string): Promise<{ bytes: Uint8Array; version: Version } | undefined>;
  /**
   * Stores bytes under a name that nothing is stored under yet. For a backup, `source` is the session that it was loaded
   * from; a file system may then link instead of copying.
   *
   * @returns whether it did; `false` when the name is taken
   */
  saveNew(name: string, bytes: Uint8Array, source?: { name: string; version: Version }): Promise<boolean>;
  /** Puts bytes in the place of those that were loaded with the version. */
  replace(name: string, bytes: Uint8Array, expected: Version): Promise<Replaced | null>;
  /** Reads back what was stored. Default: `load`. */
  verify?(name: string): Promise<Uint8Array | undefined>;
  /** Removes a backup. That there is none is no error. */
  remove(name: string): Promise<void>;
  /** The clock, in milliseconds since 1970. Default: `Date.now`. */
  now?(): number;
  /** A short text of letters, digits and `-` that differs at every call and between processes. Default: random. */
  unique?(): string;
}

/** What came of a replacement that took effect. */
export interface Replaced {
  /** The new bytes survive a power loss. */
  durable: boolean;
  /** What a late writer appended to the displaced bytes, and the storage to the new ones. */
  appended?: Uint8Array;
}
