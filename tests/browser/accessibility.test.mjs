// axe on every state of the page, in both colour schemes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { chooseSample, fill, openPlayground, settled } from './playground.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const STATES = {
  'a rule is open': async (page) => {
    await chooseSample(page, 'bedrock.json');
    await page.click('.rule-tag');
    await page.waitForSelector('.rule-body');
  },
  'the policy is shown': (page) => page.click('#tab-policy'),
  'rules with nothing to do are open': async (page) => {
    await page.click('#tab-changes');
    await page.click('.idle > summary');
  },
  'an error is answered': async (page) => {
    await fill(page, '#rejection', 'tool_use ids must be unique');
    await page.waitForSelector('.rule-links');
  },
  'a session file has notices': (page) => chooseSample(page, 'session.jsonl'),
  'the transcript cannot be read': async (page) => {
    await fill(page, '#transcript', '[1,');
    await settled(page, /could not/);
  },
};

for (const name of ['chromium', 'firefox']) {
  for (const theme of ['light', 'dark']) {
    test(`axe finds nothing in ${name}, ${theme}`, async () => {
      const play = await openPlayground(name);
      try {
        const { page } = play;
        await page.$eval(`[name=theme][value=${theme}]`, (choice) => choice.click());
        await page.evaluate(AXE);
        for (const [state, reach] of Object.entries(STATES)) {
          await reach(page);
          assert.deepEqual(await violations(page), [], state);
        }
      } finally {
        await play.close();
      }
    });
  }
}

/** What axe finds, in short. */
const violations = (page) =>
  page.evaluate(async () => {
    // Colours that are still on their way have no contrast of their own. One that is called off has arrived, too.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    const found = await axe.run();
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  });
