// Compiled, never run: every export with the types that a caller sees, and uses that must not compile.
import {
  HygieneError,
  check,
  checkText,
  explain,
  init,
  isThinkingReplayError,
  preRequest,
  preRequestText,
  rejections,
  resolvePolicy,
  rules,
  sanitize,
  sanitizeRequest,
  sanitizeRequestSync,
  sanitizeSync,
  sanitizeText,
  sanitizeTextSync,
  stripAllThinking,
  stripAllThinkingText,
  version,
} from 'transcript-hygiene';
import type { HygieneErrorCode, PolicyFlags, Report, SanitizeOptions, Target } from 'transcript-hygiene';
import { constraints, init as initValidate, validate, validateRequest, validateText } from 'transcript-hygiene/validate';
import type { Constraint, Finding, ValidateOptions } from 'transcript-hygiene/validate';
import * as web from 'transcript-hygiene/web';

interface Turn {
  role: string;
  content: unknown;
}

const target: Target = { provider: 'anthropic', modelApi: 'anthropic-messages', modelId: null, model: { reasoning: true } };
const options: SanitizeOptions = {
  profile: 'compat',
  policyOverrides: { toolCallIdMode: null, preserveSignatures: true },
  allowedToolNames: ['read'] as const,
  now: Date.now(),
  limits: { bytes: 1 << 20 },
  report: true,
};

export async function everything(messages: readonly Turn[], text: string, bytes: Uint8Array): Promise<string> {
  await init();
  await web.init(new URL('https://example.com/core_bg.wasm'));

  const sanitized: Turn[] = (await sanitize(messages, target, options)).messages;
  const { appendEntries, advice, report, changed } = sanitizeSync(sanitized);
  const change = (report satisfies Report | undefined)?.changes[0];
  const reasons: (string | undefined)[] = [change?.rule, change?.input, change?.sentence, explain(change?.rule ?? '')?.summary];

  const newText: string = (await sanitizeText(text, target)).json;
  const newBytes: Uint8Array = sanitizeTextSync(bytes, target).json;
  const counts: Record<string, number> = { ...check(messages).counts, ...checkText(newText).counts };

  const body = { model: 'm', messages };
  const newBody: typeof body = (await sanitizeRequest(body, target, { baseUrl: 'https://example.com' })).body;
  const bodyText: string = sanitizeRequestSync(JSON.stringify(newBody)).body;

  const turns: Turn[] = preRequest(messages, target).messages;
  const turnsText: string = preRequestText(text, target).json;
  const stripped: Turn[] = isThinkingReplayError(new Error('x')) ? stripAllThinking(turns).messages : turns;
  const strippedBytes: Uint8Array = stripAllThinkingText(newBytes).json;

  const flags: PolicyFlags = resolvePolicy(target).flags;
  const origin: string = resolvePolicy(target, { externalOwners: true }).origins.preserveSignatures;
  const apis: string[] = rejections('400').map(({ rule, api, fragment }) => rule + api + fragment);
  const headings: string[] = rules().flatMap((rule) => Object.keys(rule.sections));

  await initValidate();
  const server: ValidateOptions = { noPrefill: true, idPattern: '^[a-z]{9}$', maxIdLen: 64, toolsDeclared: null };
  const findings: Finding[] = [
    ...validate(messages, target, server), ...validateText(bytes, target), ...validateRequest(body, 'anthropic'),
  ];
  const asked: readonly Constraint[] = constraints();
  const broken: string[] = findings.map(({ constraint, severity, pointer }) => constraint + severity + pointer);

  return JSON.stringify([
    broken, asked.length, version, appendEntries.map((entry) => entry.customType), advice, changed, reasons, counts, bodyText, turnsText, stripped,
    strippedBytes.length, flags.toolCallIdMode, origin, apis, headings,
  ]);
}

export function place(error: unknown): string {
  if (!(error instanceof HygieneError)) throw error;
  const code: HygieneErrorCode = error.code;
  return `${code} ${error.pointer ?? ''} ${error.offset ?? ''} ${error.limit ?? ''} ${error.option ?? ''} ${error.nearest ?? ''}`;
}

// @ts-expect-error: options are checked by name
sanitizeSync([], {}, { profil: 'strict' });
// @ts-expect-error: so are targets
resolvePolicy({ api: 'anthropic-messages' });
// @ts-expect-error: a switch cannot be switched off by null
resolvePolicy({}, { policy: { validateGeminiTurns: null } });
// @ts-expect-error: options of the server are checked by name, too
validate([], {}, { noPrefil: true });
// @ts-expect-error: text is not a list of turns
sanitizeSync('[]');
// @ts-expect-error: rules are for reading
rules()[0]!.id = 'x';
