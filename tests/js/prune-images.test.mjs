// Images that the model answered long ago need not be sent again.
import * as th from 'transcript-hygiene';
import { PNG } from './pictures.mjs';

const REMOVED = '[image data removed - already processed by model]';
const ON = { pruneSeenImages: true };

/** Turns of the conversation, each of a question with an image and its answer, and one question more. */
const asked = (turns) => [
  ...Array.from({ length: turns }, (_, at) => [
    { role: 'user', content: [{ type: 'text', text: `${at}` }, { type: 'image', data: PNG, mimeType: 'image/png' }] },
    { role: 'assistant', content: [{ type: 'text', text: `answer ${at}` }] },
  ]).flat(),
  { role: 'user', content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] },
];
const removed = (turns) => turns.filter((turn) => JSON.stringify(turn).includes(REMOVED)).length;

export default async (t) => {
  await th.init();

  t.test('the last three turns of the conversation keep their images', (a) => {
    for (const [turns, gone] of [[0, 0], [3, 0], [4, 1], [9, 6]]) {
      const before = asked(turns);
      const { messages, changed } = th.preRequest(before, {}, ON);
      a.equal(removed(messages), gone, `${turns}`);
      a.equal(changed, gone > 0);
      for (let at = 2 * gone; at < before.length; at += 1) a.equal(messages[at], before[at]);
      a.equal(th.preRequest(messages, {}, ON).messages, messages, 'a second run changes nothing');
    }
  });

  t.test('it is off unless it is asked for, and named in the report', (a) => {
    const before = asked(5);
    a.equal(th.preRequest(before).messages, before);
    a.equal(th.preRequest(before, {}, { ...ON, report: true }).report.counts['prune-seen-images'], 2);
    a.throws(() => th.preRequest(before, {}, { pruneSeenImages: 1 }), { option: 'pruneSeenImages' });
  });
};
