import type { Advice, Change, Limits, ModuleSource } from './index.js';
import type { Finding, ValidateOptions } from './validate.js';

export { HygieneError, version } from './index.js';
export { constraints, type Constraint, type Finding } from './validate.js';

/**
 * As `init` of the package, for the module of this entry, which is that of `transcript-hygiene/validate`. The images module
 * is loaded by the first {@link preflight} that needs it; to load it earlier await `init` of `transcript-hygiene/images`.
 */
export declare function init(source?: ModuleSource | PromiseLike<ModuleSource>): Promise<void>;

/** The wire shapes: Anthropic Messages, OpenAI Chat Completions, OpenAI Responses, Gemini generateContent, Bedrock Converse. */
export type Wire = 'anthropic' | 'chat' | 'responses' | 'gemini' | 'converse';

/** What is known of a request beside its body. What the server asks for may be said where it differs from what is known of it. */
export interface PreflightOptions extends ValidateOptions {
  /**
   * `report` tells what would be refused and changes nothing; `repair` mends it; `strict` mends it and says to refuse
   * what stays broken. Default: `repair`.
   */
  mode?: 'report' | 'repair' | 'strict' | null;
  /** The wire shape, or a known API of a target such as `anthropic-messages`. Default: told by `path`, else by the body. */
  api?: Wire | (string & {}) | null;
  /** The provider, such as `groq`. Default: unknown. */
  provider?: string | null;
  /** The model. Default: what the body says, else what the path says. */
  model?: string | null;
  /** Path of the request's address, with or without its query. Default: unknown. */
  path?: string | null;
  /** Of `compat` only the text of a made-up result differs, on OpenAI Responses. Default: `strict`. */
  profile?: 'strict' | 'compat' | null;
  /** Which of several results of one call stays. Default: `first`. */
  results?: 'first' | 'last' | null;
  /** What stands before signed thinking is not what it was issued behind, as after a compaction. Default: false. */
  prefixChanged?: boolean | null;
  /** Whether the caller sends the `headers` of the outcome. Without them stale thinking is dropped. Default: true. */
  addsHeaders?: boolean | null;
  /** Whether changes hold the JSON before and after, which is text of messages. Default: false. */
  includeText?: boolean | null;
  /** As in {@link CallOptions.limits}; a body over one of them is a finding, and `turns` counts its messages. */
  limits?: Limits | null;
}

/** A change to a body. Pointers begin at the body: `/messages/1/content/0`. */
export interface BodyChange extends Change {
  /** First digits of the SHA-256 of the JSON before, where there was something. */
  digestBefore?: string;
  /** The same of the JSON after. */
  digestAfter?: string;
}

/** What came of a body. It holds no text of messages, unless `includeText` asks for it. */
export interface PreflightOutcome<Body extends string | Uint8Array> {
  /** Whether there is a new body. Without one the request can go on as it is, to the byte. */
  changed: boolean;
  /** The new body, in the form of the old one. Only when `changed`. */
  body?: Body;
  /** The wire shape; `null` when it could not be told. */
  api: Wire | null;
  /**
   * What the body that was given breaks, ordered by path. What cannot be looked at is told by one of `not-json`,
   * `not-a-request`, `limit-exceeded`, `unknown-api`, `unknown-shape` and `ambiguous-shape` in the place of a constraint.
   */
  findings: Finding[];
  /** What is still refused of the body that goes on, by its own paths. */
  remaining: Finding[];
  /** Whether mode `strict` says not to send it: something remains. */
  refused: boolean;
  /** What changed, in the order in which it was made. */
  changes: BodyChange[];
  /** What the caller has to do with the request, where changing its history does not help. */
  advice: Advice[];
  /** Headers to add to the request; where it has one of that name already, the value is one more in its list. */
  headers?: Record<string, string>;
  /** How repairs look, as a number. It goes up when one looks different. */
  repairVersion: number;
}

/**
 * Looks at the body of a request to a provider, and mends what the provider would refuse. Nothing else changes: a body
 * that breaks nothing is not written again, and of others every turn and block that is not broken keeps its bytes. The
 * same body gives the same answer anywhere and at any time, and turns that are added at the end change no repair before
 * them. Any body is answered; what is no request is a finding.
 *
 * Images that have too many bytes or pixels, or are of a format that the provider does not take, are encoded again, as JPEG
 * of at most 1568 pixels a side. `transcript-hygiene/preflight/slim` is this entry without the images module: there such an
 * image becomes a text that says what was there.
 *
 * @param body The body as it will be sent: JSON as a string or as bytes. An object would have lost what its JSON said
 *   (the spelling of numbers, members that stand twice), so it is not taken.
 * @throws {HygieneError} for an unknown option, or a body that is neither a string nor a `Uint8Array`
 */
export function preflight<Body extends string | Uint8Array>(
  body: Body,
  options?: PreflightOptions | null,
): Promise<PreflightOutcome<Body>>;

/**
 * {@link preflight} at once. In browsers after {@link init}.
 *
 * @throws {HygieneError} besides: `images-not-loaded` where pixels have to change and the images module is not loaded
 */
export function preflightSync<Body extends string | Uint8Array>(
  body: Body,
  options?: PreflightOptions | null,
): PreflightOutcome<Body>;
