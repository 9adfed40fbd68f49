import { createDoors } from './doors.js';
import { engine } from './engine.js';
import { plainCopy } from './json.js';
import { plainOptions, plainTarget } from './options.js';
import { createSettle } from './settle.js';

const { throughText, openValues } = /* @__PURE__ */ createDoors(engine);
const { openValues: openBlocks } = /* @__PURE__ */ createDoors(engine, { list: 'blocks', members: 'blocks' });

/** The calls of replay that may need pixels. @param pixels as of {@link createSettle} */
export function createSanitizeCalls(pixels) {
  const { settle, settleNow } = createSettle(engine, pixels);

  return {
    async sanitize(messages, target, options) {
      return named('messages', await settle(askValues(messages, target, options)));
    },
    sanitizeSync: (messages, target, options) => named('messages', settleNow(askValues(messages, target, options))),

    async sanitizeText(json, target, options) {
      return named('json', await settle(askText(json, target, options)));
    },
    sanitizeTextSync: (json, target, options) => named('json', settleNow(askText(json, target, options))),

    async sanitizeImages(blocks, options) {
      return named('blocks', await settle(askBlocks(blocks, options)));
    },
    sanitizeImagesSync: (blocks, options) => named('blocks', settleNow(askBlocks(blocks, options))),
  };
}

const named = (name, { meta, output }) => ({ [name]: output, ...meta });

function askValues(messages, target, options) {
  const to = plainTarget(target);
  const given = plainOptions(options);
  const through = openValues(messages, given?.limits);
  return (answers) => through((glue, length, door) => glue.sanitize(length, to, given, door, answers));
}

function askText(json, target, options) {
  const to = plainTarget(target);
  const given = plainOptions(options);
  return (answers) =>
    throughText(json, given?.limits, (glue, length, door) => glue.sanitize(length, to, given, door, answers));
}

function askBlocks(blocks, options) {
  const given = plainCopy(options, 'options');
  const through = openBlocks(blocks, given?.limits);
  return (answers) => through((glue, length) => glue.sanitizeImages(length, given, answers));
}
