import { pixels } from './pixels.js';
import { createSanitizeCalls } from './sanitize-calls.js';

export { fitImage, fitImageSync } from './images.js';

export const { sanitize, sanitizeSync, sanitizeText, sanitizeTextSync, sanitizeImages, sanitizeImagesSync } =
  /* @__PURE__ */ createSanitizeCalls(pixels);
