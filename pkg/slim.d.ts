/**
 * The package without its images module: the same calls, but images that would have to be made smaller become a text that
 * says so. A bundle for Workers that imports nothing else goes without the codecs.
 */
export {
  HygieneError,
  check,
  checkText,
  explain,
  init,
  isThinkingReplayError,
  knownTargets,
  preRequest,
  preRequestText,
  probeImage,
  rejections,
  resolvePolicy,
  rules,
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
} from './index.js';
export type * from './index.js';
