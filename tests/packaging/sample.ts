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
  fitImage as fitWhole,
  probeImage as probeWhole,
  sanitize,
  sanitizeImages,
  sanitizeImagesSync,
  sanitizeRequest,
  sanitizeRequestSync,
  sanitizeSync,
  sanitizeText,
  sanitizeTextSync,
  stripAllThinking,
  stripAllThinkingText,
  version,
} from 'transcript-hygiene';
import type { HygieneErrorCode, ImageBlockOptions, PolicyFlags, Report, SanitizeOptions, Target } from 'transcript-hygiene';
import { fitImage, fitImageSync, init as initImages, probeImage } from 'transcript-hygiene/images';
import type { FitOptions, FittedImage, ImageHeader } from 'transcript-hygiene/images';
import * as slim from 'transcript-hygiene/slim';
import { constraints, init as initValidate, validate, validateRequest, validateText } from 'transcript-hygiene/validate';
import type { Constraint, Finding, ValidateOptions } from 'transcript-hygiene/validate';
import { init as initPreflight, preflight, preflightSync } from 'transcript-hygiene/preflight';
import type { BodyChange, PreflightOptions, PreflightOutcome, Wire } from 'transcript-hygiene/preflight';
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
  const apis: string[] = rejections('400').map(({ rule, api, fragment }) => (rule ?? api) + fragment);
  const headings: string[] = rules().flatMap((rule) => Object.keys(rule.sections));

  await initImages();
  const fit: FitOptions = { maxDimensionPx: 800, maxBase64Chars: null, background: '#ffffff' };
  const fitted: FittedImage = await fitImage(bytes, fit);
  const header: ImageHeader | null = probeImage(fitImageSync(fitted.bytes).bytes) ?? probeWhole((await fitWhole(bytes)).bytes);
  const ofBlocks: ImageBlockOptions = { ...fit, label: 'photo', profile: 'compat', sniffAllFormats: true };
  const blocks: { type: string }[] = (await sanitizeImages([{ type: 'image' }], ofBlocks)).blocks;
  const same: { type: string }[] = sanitizeImagesSync(blocks).blocks;
  const withoutCodecs: Turn[] = (await slim.sanitize(messages, target, { images: { verifyPixels: true } })).messages;

  await initValidate();
  const server: ValidateOptions = { noPrefill: true, idPattern: '^[a-z]{9}$', maxIdLen: 64, toolsDeclared: null };
  const findings: Finding[] = [
    ...validate(messages, target, server), ...validateText(bytes, target), ...validateRequest(body, 'anthropic'),
  ];
  const asked: readonly Constraint[] = constraints();
  const broken: string[] = findings.map(({ constraint, severity, pointer }) => constraint + severity + pointer);

  await initPreflight();
  const sending: PreflightOptions = { mode: 'strict', api: 'anthropic', path: '/v1/messages', noPrefill: true, results: 'last' };
  const outcome: PreflightOutcome<string> = await preflight(text, sending);
  const mended: Uint8Array | undefined = preflightSync(bytes).body;
  const wire: Wire | null = outcome.api;
  const digests: (string | undefined)[] = outcome.changes.map((change: BodyChange) => change.digestAfter);
  const beta: string | undefined = outcome.headers?.['anthropic-beta'];

  return JSON.stringify([
    outcome.body, outcome.refused, mended?.length, wire, digests, beta, outcome.remaining.map((each) => each.statement),
    broken, asked.length, version, appendEntries.map((entry) => entry.customType), advice, changed, reasons, counts, bodyText, turnsText, stripped,
    header?.width, same, withoutCodecs, strippedBytes.length, flags.toolCallIdMode, origin, apis, headings,
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
// @ts-expect-error: a background is a text
fitImageSync(new Uint8Array(0), { background: 0xffffff });
// @ts-expect-error: an object is no body any more
preflightSync({ messages: [] });
// @ts-expect-error: text is not a list of turns
sanitizeSync('[]');
// @ts-expect-error: rules are for reading
rules()[0]!.id = 'x';
