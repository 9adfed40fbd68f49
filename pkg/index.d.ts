import type { FitOptions } from './images.js';

/** The version of the package, such as `0.1.0`. */
export const version: string;

/**
 * Makes the module ready. Needed in browsers before the first call that returns no promise; elsewhere the module is
 * there already. Calling it again does nothing.
 *
 * @param source The module, where it is not `wasm/core_bg.wasm` beside the entry: compiled, as bytes, as a response,
 *   or the address to fetch it from.
 * @throws {HygieneError} `not-initialized` when the module cannot be fetched or compiled; the next call tries anew.
 *   `version-mismatch` when module and package are of different builds.
 */
export function init(source?: ModuleSource | PromiseLike<ModuleSource>): Promise<void>;

/** Where a module comes from. */
export type ModuleSource = WebAssembly.Module | BufferSource | Response | URL | string;

/** Where a transcript goes; what is absent or null is unknown. */
export interface Target {
  /** Provider id, such as `anthropic`; case and white space around do not count. Default: unknown. */
  provider?: string | null;
  /** Model API, such as `anthropic-messages`, compared exactly. Default: unknown. */
  modelApi?: string | null;
  /** Model id, such as `claude-sonnet-4-6`. Default: unknown. */
  modelId?: string | null;
  /**
   * What else is known of the model, in any shape. Only `reasoning === true` and
   * `compat.supportsReasoningEffort === false` are read, and only where no provider's own rules apply. Default: unknown.
   */
  model?: unknown;
}

/** The flags that replay goes by. */
export interface PolicyFlags {
  /** Passed to the image step; has no effect of its own today. */
  sanitizeMode: 'images-only' | 'full';
  /** Rewrites tool-call ids to `toolCallIdMode`; does nothing without it. */
  sanitizeToolCallIds: boolean;
  /** Alphabet and length of rewritten ids: letters and digits (`strict`), or nine of them (`strict9`). */
  toolCallIdMode?: 'strict' | 'strict9';
  /** How a repeated tool-call id is renamed. */
  duplicateToolCallIdStyle?: 'openai';
  /** Keeps Anthropic's own `toolu_…` ids. */
  preserveNativeAnthropicToolUseIds: boolean;
  /** Gives every tool call exactly one result, directly after the turn that made the call. */
  repairToolUseResultPairing: boolean;
  /** Keeps thought signatures, and checks thinking signatures for any provider. */
  preserveSignatures: boolean;
  /** Which thought signatures are stripped; without it only values that start with `msg_` are. */
  sanitizeThoughtSignatures?: { allowBase64Only?: boolean; includeCamelCase?: boolean };
  /** Drops every thinking block except those of the latest assistant turn. */
  dropThinkingBlocks: boolean;
  /** Drops the reasoning of earlier turns and keeps that of the tool turn that is still going on. */
  dropReasoningFromHistory: boolean;
  /** Puts a user turn before a history that starts with the assistant. */
  applyGoogleTurnOrdering: boolean;
  /** Merges assistant turns that follow each other. */
  validateGeminiTurns: boolean;
  /** Merges assistant turns, strips tool calls without a result, then merges user turns. */
  validateAnthropicTurns: boolean;
  /** Tells transports that invented tool results are welcome; replay does not read it. */
  allowSyntheticToolResults: boolean;
}

/** Some flags; a flag that can be absent is switched off by null. */
export type SomePolicyFlags = { [Flag in keyof PolicyFlags]?: PolicyFlags[Flag] | OrNull<Flag> };
type OrNull<Flag extends keyof PolicyFlags> = undefined extends PolicyFlags[Flag] ? null : never;

/** A policy and its reasons. */
export interface ResolvedPolicy {
  /** The flags; absent ones are left out. */
  flags: PolicyFlags;
  /** For every flag what decided it: `default`, `family …`, `fallback …`, `override` or `explicit`. */
  origins: Record<keyof PolicyFlags, string>;
}

/** What decides the policy beside the target. */
export interface PolicyOptions {
  /**
   * What is promised: everything that the documentation and the provider ask for (`strict`), or exactly what the
   * recorded release does (`compat`). Default: `strict`.
   */
  profile?: 'strict' | 'compat' | null;
  /** Flags that stand in for the resolution; one that is not given is off. Default: the resolved policy. */
  policy?: SomePolicyFlags | null;
  /** Flags that win over the resolved ones; not beside `policy`. Default: none. */
  policyOverrides?: SomePolicyFlags | null;
  /**
   * Whether an alias of a provider always applies (`loaded`) or only where the model id asks for it (`lookup`).
   * Default: `loaded` in `strict`, `lookup` in `compat`.
   */
  aliasResolution?: 'lookup' | 'loaded' | null;
  /** Knows the providers of separately distributed plugins, too. Default: false. */
  externalOwners?: boolean | null;
}

/** What every call on a transcript or a body takes. */
export interface CallOptions {
  /** Computes the report. Default: false. */
  report?: boolean | null;
  /** Gives each change in the report the JSON before and after; without it no message text is in there. Default: false. */
  includeText?: boolean | null;
  /** Bounds on what is read. */
  limits?: Limits | null;
}

/** Bounds on what one call reads; over one is an error that names it. */
export interface Limits {
  /** Bytes of JSON in UTF-8. Default: 67,108,864 (64 MiB). */
  bytes?: number | null;
  /** Levels of nested arrays and objects. Default: 1,000,000. */
  nesting?: number | null;
  /** Members of the transcript. Default: 1,000,000. */
  turns?: number | null;
}

/** Options of {@link sanitize} and {@link check}. */
export interface SanitizeOptions extends PolicyOptions, CallOptions {
  /** Tools that may be called, by name; calls of others are dropped. Default: all. */
  allowedToolNames?: readonly string[] | null;
  /** Keeps the thinking of the latest assistant turn, or does not. Default: as the policy says. */
  preserveLatestAssistantThinking?: boolean | null;
  /** Longest side of an image in pixels; what is no finite number means the default. Default: 1200. */
  imageMaxDimensionPx?: unknown;
  /** What images may be, and what becomes of others. */
  images?: ImageOptions | null;
  /**
   * The clock in milliseconds since 1970, written into turns that are put in; what is no finite number means the
   * default. Default: the current time in `compat`; in `strict` the time of the turn beside.
   */
  now?: unknown;
  /** Merges and checks turns as the target wants them in the end. Default: true. */
  validateTurns?: boolean | null;
  /** Offset from UTC of timestamps that name no zone, in minutes. Default: 0. */
  localOffsetMinutes?: number | null;
  /** Id of the session, for the report alone. Default: none. */
  sessionId?: string | null;
  /** Entries that the session holds already, in order. Default: none. */
  sessionEntries?: readonly unknown[] | null;
  /** Removes the details of tool results, which no provider reads. Default: true in `compat`, false in `strict`. */
  stripResultDetails?: boolean | null;
  /** Zeroes token counts that a compaction made stale. Default: true in `compat`, false in `strict`. */
  zeroStaleUsage?: boolean | null;
  /** Gives every assistant turn token counts. Default: true in `compat`, false in `strict`. */
  ensureUsageSnapshots?: boolean | null;
}

/** What images may be, and what becomes of others. */
export interface ImageOptions extends FitOptions {
  /**
   * Longest side in pixels. In `strict` at most what the provider takes: 8000, 1999 where more than 20 images are sent.
   * Default: 1200.
   */
  maxDimensionPx?: number | null;
  /** Bytes of an image, not of its base64. In `strict` at most 3,750,000 for Bedrock. Default: 5,242,880 (5 MiB). */
  maxBytes?: number | null;
  /** Characters of base64. In `strict` at most, and by default, the 5,242,880 that providers take. Default: no bound. */
  maxBase64Chars?: number | null;
  /** Corrects the media type of all formats, not of JPEG, PNG and GIF alone. Default: true in `strict`, false in `compat`. */
  sniffAllFormats?: boolean | null;
  /**
   * Makes JPEG of formats that the target does not take; what cannot be read becomes a text. Default: true in `strict`,
   * false in `compat`.
   */
  convertUnsupported?: boolean | null;
  /** Decodes images that could stay, too; damaged ones become a text. Default: false. */
  verifyPixels?: boolean | null;
}

/** Options of {@link sanitizeImages}. */
export interface ImageBlockOptions extends ImageOptions {
  /** As in {@link PolicyOptions.profile}. Default: `strict`. */
  profile?: 'strict' | 'compat' | null;
  /** Stands in brackets before the text that takes the place of an image. Default: `session:history`. */
  label?: string | null;
  /** Bounds on what is read. */
  limits?: Limits | null;
}

/** Options of {@link sanitizeRequest}. */
export interface RequestOptions extends CallOptions {
  /** As in {@link PolicyOptions.profile}. Default: `strict`. */
  profile?: 'strict' | 'compat' | null;
  /** Address that the request goes to; some fixups hold for a provider's own only. Default: the provider's own. */
  baseUrl?: string | null;
  /** How much the model is to think, as the host names it, such as `high`. Default: what the body says. */
  thinkingLevel?: string | null;
}

/** Options of {@link preRequest}. */
export interface PreRequestOptions extends PolicyOptions, CallOptions {
  /** As in {@link SanitizeOptions.allowedToolNames}. Default: all. */
  allowedToolNames?: readonly string[] | null;
  /** As in {@link SanitizeOptions.now}. */
  now?: unknown;
  /**
   * Replaces images by a text where three turns of the conversation or more have been completed since, so that they are
   * not sent again. Default: false.
   */
  pruneSeenImages?: boolean | null;
}

/** What was done, and by which rule. No message text is in it without `includeText`. */
export interface Report {
  /** Version of the shape of repairs, which goes up when any repair looks different. */
  repairVersion: number;
  /** Whether anything was done. */
  changed: boolean;
  /** How many turns there were, are, and stayed the same bytes. */
  turns: { before: number; after: number; untouched: number };
  /** The flags that were gone by. */
  policy?: PolicyFlags;
  /** Where each flag came from. */
  origins?: Record<keyof PolicyFlags, string>;
  /** How many changes each rule made, by its id. */
  counts: Record<string, number>;
  /** One for each thing that was done, in order. */
  changes: Change[];
}

/** One thing that a rule did. */
export interface Change {
  /** Id of the rule; {@link explain} tells more. */
  rule: string;
  /** What was done. */
  kind: 'edited' | 'moved' | 'inserted' | 'dropped' | 'merged';
  /** JSON pointer into the input; absent for what the input does not hold. */
  input?: string;
  /** JSON pointer into the output; absent for what the output does not hold. */
  output?: string;
  /** Bytes of JSON before. */
  bytesBefore: number;
  /** Bytes of JSON after. */
  bytesAfter: number;
  /** One sentence for people. */
  sentence: string;
  /** What was there before, with `includeText`. */
  before?: unknown;
  /** What is there now, with `includeText`. */
  after?: unknown;
}

/** What every call that may change something says beside its result. */
export interface Outcome {
  /** Whether the result differs from the input. */
  changed: boolean;
  /** The report, when asked for. */
  report?: Report;
}

/** What {@link sanitize} says beside its result. */
export interface SanitizeOutcome extends Outcome {
  /** Custom entries that the host should add to the session, in order. */
  appendEntries: { customType: string; data: unknown }[];
  /** What a rule found and could not mend, for the host. */
  advice: Advice[];
}

/**
 * Makes a transcript acceptable to its target.
 *
 * The array is written as JSON once. Turns that no rule touches come back as the caller's own objects (`===`), and
 * when nothing changes so does the array itself. Changed turns are new plain objects, as `JSON.parse` makes them. The
 * input is never changed. Members that JSON cannot write (`undefined`, functions, holes) are read as null.
 *
 * @throws {HygieneError}
 */
export function sanitize<Turn>(
  messages: readonly Turn[],
  target?: Target | null,
  options?: SanitizeOptions | null,
): Promise<{ messages: Turn[] } & SanitizeOutcome>;

/**
 * {@link sanitize} at once; in browsers after {@link init}. An image that has to be made smaller is an error with the code
 * `images-not-loaded` there, unless `init` of `transcript-hygiene/images` came before.
 */
export function sanitizeSync<Turn>(
  messages: readonly Turn[],
  target?: Target | null,
  options?: SanitizeOptions | null,
): { messages: Turn[] } & SanitizeOutcome;

/**
 * {@link sanitize} on JSON text, losing nothing: turns that no rule touches keep their bytes, whatever they hold.
 *
 * Text comes back in the form it came in, and as the very input when nothing changed. An unpaired surrogate in a
 * string is written as its escape, since UTF-8 has no other form of it.
 *
 * @throws {HygieneError}
 */
export function sanitizeText<Json extends string | Uint8Array>(
  json: Json,
  target?: Target | null,
  options?: SanitizeOptions | null,
): Promise<{ json: TextLike<Json> } & SanitizeOutcome>;

/** {@link sanitizeText} at once; in browsers after {@link init}. */
export function sanitizeTextSync<Json extends string | Uint8Array>(
  json: Json,
  target?: Target | null,
  options?: SanitizeOptions | null,
): { json: TextLike<Json> } & SanitizeOutcome;

/** Text in the form that it came in. */
export type TextLike<Json> = Json extends string ? string : Uint8Array;

/**
 * Makes the image blocks of a list of content blocks sendable: clean base64, the media type of the bytes, within limits;
 * else a text block says why the image is not there. Other blocks, and images that stay as they are, come back as the
 * caller's own objects.
 *
 * @throws {HygieneError}
 */
export function sanitizeImages<Block>(
  blocks: readonly Block[],
  options?: ImageBlockOptions | null,
): Promise<{ blocks: Block[]; changed: boolean }>;

/** {@link sanitizeImages} at once; `images-not-loaded` as for {@link sanitizeSync}. */
export function sanitizeImagesSync<Block>(
  blocks: readonly Block[],
  options?: ImageBlockOptions | null,
): { blocks: Block[]; changed: boolean };

export { fitImage, fitImageSync, probeImage } from './images.js';
export type { FitOptions, FittedImage, ImageHeader, ImageLimits } from './images.js';

/**
 * What {@link sanitize} would do, without doing it. An image that would have to be made smaller counts as omitted. In
 * browsers after {@link init}.
 */
export function check(messages: readonly unknown[], target?: Target | null, options?: SanitizeOptions | null): Report;

/** {@link check} on JSON text. */
export function checkText(
  json: string | Uint8Array,
  target?: Target | null,
  options?: SanitizeOptions | null,
): Report;

/**
 * The last fixups on a provider's own request body, directly before it is sent. A body comes back in the form it came
 * in, and as the very input when nothing changed.
 *
 * @throws {HygieneError}
 */
export function sanitizeRequest<Body extends string | Uint8Array | object>(
  body: Body,
  target?: Target | null,
  options?: RequestOptions | null,
): Promise<RequestOutcome<Body>>;

/** {@link sanitizeRequest} at once; in browsers after {@link init}. */
export function sanitizeRequestSync<Body extends string | Uint8Array | object>(
  body: Body,
  target?: Target | null,
  options?: RequestOptions | null,
): RequestOutcome<Body>;

/** What {@link sanitizeRequest} answers. */
export interface RequestOutcome<Body> extends Outcome {
  /** The body; the very input when nothing changed. */
  body: BodyLike<Body>;
  /** How many messages were removed. */
  removed: number;
}

/** A body in the form that it came in. */
export type BodyLike<Body> = Body extends string ? string : Body extends Uint8Array ? Uint8Array : Body;

/**
 * The pass over the whole message list of one model call (history and the current turn), after {@link sanitize}.
 * In browsers after {@link init}.
 */
export function preRequest<Turn>(
  messages: readonly Turn[],
  target?: Target | null,
  options?: PreRequestOptions | null,
): { messages: Turn[] } & Outcome;

/** {@link preRequest} on JSON text. */
export function preRequestText<Json extends string | Uint8Array>(
  json: Json,
  target?: Target | null,
  options?: PreRequestOptions | null,
): { json: TextLike<Json> } & Outcome;

/**
 * Whether an error of any shape is a provider's complaint about replayed thinking, so that one retry with
 * {@link stripAllThinking} may help. Looks into causes and bodies. In browsers after {@link init}.
 */
export function isThinkingReplayError(error: unknown): boolean;

/** The transcript without any thinking, for that one retry. In browsers after {@link init}. */
export function stripAllThinking<Turn>(
  messages: readonly Turn[],
  options?: CallOptions | null,
): { messages: Turn[] } & Outcome;

/** {@link stripAllThinking} on JSON text. */
export function stripAllThinkingText<Json extends string | Uint8Array>(
  json: Json,
  options?: CallOptions | null,
): { json: TextLike<Json> } & Outcome;

/** The flags for a target, each with where it came from. In browsers after {@link init}. */
export function resolvePolicy(target?: Target | null, options?: PolicyOptions | null): ResolvedPolicy;

/** A rule, as people and programs read it. */
export interface Rule {
  /** Stable name in kebab-case. */
  readonly id: string;
  /** What it does, in a line. */
  readonly summary: string;
  /** What it may do. */
  readonly effects: readonly ('edits' | 'moves' | 'inserts' | 'drops' | 'merges' | 'refuses')[];
  /** Who answers what without it. */
  readonly rejects: readonly { readonly api: string; readonly constraint: string; readonly fragment: string }[];
  /** Version that has it first. */
  readonly since: string;
  /** Everything about it, in Markdown, by heading. */
  readonly sections: Readonly<Record<string, string>>;
  /** A target, and turns before and after. */
  readonly example: { readonly target: Target; readonly before: unknown; readonly after: unknown };
}

/** Every rule, in the order of the pipeline. */
export function rules(): readonly Rule[];

/** What pickers can offer. Any other text is a legal provider or API, too. */
export function knownTargets(): {
  readonly providers: readonly string[];
  readonly apis: readonly string[];
  /** The flags of a policy, in the order in which they are serialised. */
  readonly flags: readonly { readonly name: string; readonly description: string }[];
};

/** One rule by its id; undefined when there is none of that name. */
export function explain(id: string): Rule | undefined;

/**
 * What a provider's error says is broken, given its text, with every rule that answers it. In browsers after {@link init}.
 */
export function rejections(text: string): Rejection[];

/** What history alone cannot cure, for the host to do with the request. */
export interface Advice {
  /** Id of what stays broken without it, such as `AM-17`. */
  constraint: string;
  /** The field of the request. */
  field: string;
  /** What to set it to: JSON, or words. */
  value: string;
  /** Why, in a sentence. */
  reason: string;
}

/** A rule that answers an error, and how it was recognised. */
export interface Rejection {
  /** Id of the rule; absent where no change of history helps. */
  rule?: string;
  /** The wire shape whose error it is: `anthropic`, `chat`, `responses`, `gemini`, `converse`, or `every`. */
  api: string;
  /** Id of what the error says is broken, such as `AM-07`. */
  constraint: string;
  /** The part of the text that was recognised. */
  fragment: string;
}

/** Stable names of what can go wrong. */
export type HygieneErrorCode =
  /** The input is not JSON, or not UTF-8. */
  | 'invalid-json'
  /** The input is JSON, but not an array of turns. */
  | 'not-a-transcript'
  /** The input is JSON, but not a request body. */
  | 'not-a-request'
  /** A session file on which the recorded release fails, with the profile `compat`. */
  | 'invalid-session'
  /** A limit was hit. */
  | 'limit-exceeded'
  /** An argument or an option is unknown, of the wrong type, or cannot be read. */
  | 'invalid-argument'
  /** The result would be refused by the provider, and no rule may mend it. */
  | 'invalid-replay-transcript'
  /** The module is not loaded, or could not be. */
  | 'not-initialized'
  /** An image has to be made smaller, and the images module is not loaded. */
  | 'images-not-loaded'
  /** An image cannot be brought within limits; `reason` says why. */
  | 'unusable-image'
  /** Module and package are of different builds. */
  | 'version-mismatch'
  /** A bug of this package; the next call works. */
  | 'internal';

/** The only error that the package throws. */
export class HygieneError extends Error {
  constructor(
    facts: Pick<HygieneError, 'code' | 'message'> &
      Partial<Pick<HygieneError, 'pointer' | 'offset' | 'limit' | 'option' | 'nearest'>>,
    options?: { cause?: unknown },
  );
  /** What went wrong, for programs. */
  readonly code: HygieneErrorCode;
  /** JSON pointer to what caused it. */
  readonly pointer?: string;
  /** Byte offset of it in the JSON as UTF-8. */
  readonly offset?: number;
  /** The limit that was hit. */
  readonly limit?: 'bytes' | 'nesting' | 'turns';
  /** The option that caused it, or that raises the limit. */
  readonly option?: string;
  /** The known name nearest to an unknown one. */
  readonly nearest?: string;
  /** Why an image is unusable. */
  readonly reason?: 'too-large' | 'no-dimensions' | 'too-many-pixels' | 'cannot-decode' | 'unavailable' | 'cannot-reduce';
  /** What was thrown underneath. */
  readonly cause?: unknown;
}
