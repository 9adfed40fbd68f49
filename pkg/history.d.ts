export { HygieneError } from './index.js';

/** What `project` takes. Every option may be left out. */
export interface ProjectOptions {
  /** `strict` (default) shows what people should see; `compat` exactly what OpenClaw 2026.7.2-beta.4 shows. */
  profile?: 'strict' | 'compat';
  /** Whether blocks and envelopes around messages go. Default: true. */
  stripEnvelope?: boolean;
  /** Whether reasoning tags, model tokens and trace lines in answers go, in `strict`. Default: true. */
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
  /** Adds rows at the end; gives all shown rows, in a new array that shares what did not change. */
  append(rows: readonly unknown[]): unknown[];
  /** Starts anew with these rows. */
  replace(rows: readonly unknown[]): unknown[];
  /** The last `limit` shown rows before a cursor. */
  page(options?: { before?: string | number; limit?: number }): RowPage;
  /** Up to `limit` shown rows around the one with this id; nothing when it is not shown. */
  page(options: { around: string; limit?: number }): RowPage | undefined;
  /** All shown rows. */
  readonly messages: unknown[];
  readonly turnBoundaryPending: boolean;
}

/** Keeps raw rows and projects only what an appended row can change. Its state is plain data in JavaScript. */
export declare function createProjector(
  options?: Omit<ProjectOptions, 'maxMessages' | 'maxSingleMessageBytes' | 'maxHistoryBytes' | 'canvasPreviews' | 'report'>,
): Projector;

/** Parts an enriched prompt into what people see and the runtime context, which is absent when there is none. */
export declare function extractRuntimeContext(text: string): { text: string; runtimeContext?: string };

/** As `init` of the package, for the module of this entry. */
export declare function init(source?: WebAssembly.Module | URL | Request | Response | BufferSource | string): Promise<void>;
