// An error of the engine as plain facts, with its place in what was given.
import { HygieneError } from 'transcript-hygiene';
import { indexOfByte, placeAt } from '../input/place.js';
import { inSource } from '../input/read.js';
import { held } from './held.js';

export function describeError(error) {
  if (!(error instanceof HygieneError)) return { code: 'internal', message: String(error?.message ?? error) };
  const { code, message, pointer, offset, limit, option } = error;
  const facts = { code, message: plainMessage(message), pointer, limit, option };
  if (offset === undefined || held.input?.form === 'session') return facts;
  const { input, source } = held;
  const mapped = input && !error.ofSource;
  const index = mapped ? inSource(input, indexOfByte(input.json, offset)) : indexOfByte(source, offset);
  return { ...facts, place: placeAt(source, Math.min(index, source.length)) };
}

/** The page shows the code, and the place in what was given, so neither is repeated. */
const plainMessage = (message) =>
  message.replace(/^invalid_replay_transcript: /, '').replace(/ at "[^]*"(, byte \d+)?$/, '');
