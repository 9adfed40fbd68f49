import type { CallOptions, Limits, ModuleSource, Rejection, Target } from './index.js';

export { HygieneError, version } from './index.js';

/** As `init` of the package, for the module of this entry. */
export declare function init(source?: ModuleSource | PromiseLike<ModuleSource>): Promise<void>;

/** What is known of the server behind a request, where it differs from what the target or the body says. */
export interface ValidateOptions {
  /** Thinking is on. Default: what a body says; false. */
  thinkingEnabled?: boolean | null;
  /** Thinking is known to be off. Default: what a body says; false. */
  thinkingDisabled?: boolean | null;
  /** The model takes no assistant turn at the end. Default: by target; false for bodies. */
  noPrefill?: boolean | null;
  /** Signed thinking is bound to all that stands before it. Default: by target; false for bodies. */
  prefixBoundThinking?: boolean | null;
  /** Neighbouring turns of one role are refused. Default: by target; false for bodies. */
  strictAlternation?: boolean | null;
  /** Whether the request declares tools. Default: what a Converse body says; unknown. */
  toolsDeclared?: boolean | null;
  /** The model asks for thought signatures, as Gemini 3 does. Default: by target; false for bodies. */
  gemini3?: boolean | null;
  /** Reasoning fields are refused. Default: by target; false for bodies. */
  rejectReasoning?: boolean | null;
  /** Tool calls need a reasoning field beside them. Default: by target; false for bodies. */
  requireReasoning?: boolean | null;
  /** Tool results and text may not share a turn. Default: by target; false for bodies. */
  noMixed?: boolean | null;
  /** No user turn may follow a tool turn. Default: by target; false for bodies. */
  noUserAfterTool?: boolean | null;
  /** No assistant turn may come last in a chat. Default: by target; false for bodies. */
  noTrailingAssistant?: boolean | null;
  /** No model turn may come last. Default: false. */
  noTrailingModel?: boolean | null;
  /** A system turn is taken after the first turn. Default: false. */
  midSystem?: boolean | null;
  /** The server is MiniMax. Default: by target; false for bodies. */
  minimax?: boolean | null;
  /** Grammar of tool-call ids in a chat: one class and a count, such as `^[a-zA-Z0-9]{9}$`. Default: by target. */
  idPattern?: string | null;
  /** Longest tool-call id in a chat. Default: 40. */
  maxIdLen?: number | null;
  /** As in {@link CallOptions.limits}. */
  limits?: Limits | null;
}

/** A place that breaks a constraint. */
export interface Finding {
  /** Id of the constraint, such as `AM-07`; {@link constraints} has its record. */
  constraint: string;
  /** `error`: the provider refuses the request. `warn`: it is taken, but harmful, or refused by some servers. */
  severity: 'error' | 'warn';
  /** JSON pointer into the input. */
  pointer: string;
  /** What must hold. */
  statement: string;
  /** Parts of the errors by which it is told. */
  fragments: readonly string[];
}

/** One thing that providers ask of a history. */
export interface Constraint {
  /** Stable id, such as `AM-07`. */
  readonly id: string;
  /** The wire shape that it holds for, as in {@link Rejection.api}. */
  readonly api: string;
  /** What breaking it means; `cond` is refused where an option of {@link ValidateOptions} says so. */
  readonly severity: 'error' | 'cond' | 'warn';
  /** What must hold. */
  readonly statement: string;
  /** Parts of the errors by which it is told. */
  readonly fragments: readonly string[];
  /** Documentation (D), reports (O) or client libraries (C) that it is known from. */
  readonly source: string;
}

/** Every constraint. */
export function constraints(): readonly Constraint[];

/**
 * Where a transcript, as it is, breaks what its target asks for, ordered by path. Nothing is changed, and no shape is
 * too odd: a malformed one is itself a finding. Of an API that is not known only what every provider asks for is found.
 * In browsers after {@link init}.
 *
 * @throws {HygieneError} for what is not JSON, over a limit, or an unknown option
 */
export function validate(messages: unknown, target?: Target | null, options?: ValidateOptions | null): Finding[];

/** {@link validate} on JSON text. */
export function validateText(
  json: string | Uint8Array,
  target?: Target | null,
  options?: ValidateOptions | null,
): Finding[];

/**
 * The same for a provider's own request body, given as JSON text or as an object. In browsers after {@link init}.
 *
 * @param api The wire shape (`anthropic`, `chat`, `responses`, `gemini`, `converse`), or a known API of a target, such
 *   as `anthropic-messages`.
 * @throws {HygieneError} for what is not JSON, over a limit, or an unknown API or option
 */
export function validateRequest(body: unknown, api: string, options?: ValidateOptions | null): Finding[];
