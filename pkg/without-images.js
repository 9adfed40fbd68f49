import { createSanitizeCalls } from './sanitize-calls.js';

export const { sanitize, sanitizeSync, sanitizeText, sanitizeTextSync, sanitizeImages, sanitizeImagesSync } =
  /* @__PURE__ */ createSanitizeCalls();
