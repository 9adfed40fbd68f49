// axe on every tab and state of the page, in both colour schemes, and at the width of a small phone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { TABS } from '../../www/playground/state.js';
import { chooseSample, fill, openPlayground, settled, showTab } from './playground.mjs';
import { samples } from './samples.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What a tab has to show before it is looked at. */
const CONTENT = { findings: '.finding', targets: '.matrix tbody tr', people: '.rows .said', repair: '.lines .row' };

const STATES = {
  ...Object.fromEntries(
    Object.entries(TABS).map(([tab, words]) => [
      words,
      async (page) => {
        await chooseSample(page, tab === 'repair' ? 'session-broken.jsonl' : 'bedrock.json');
        await showTab(page, tab, CONTENT[tab]);
      },
    ]),
  ),
  'a rule is open': async (page) => {
    await chooseSample(page, 'bedrock.json');
    await page.waitForSelector('.rule-tag');
    await page.$eval('.rule-tag', (tag) => tag.click());
    await page.waitForSelector('.rule-body');
  },
  'a rule’s page': async (page) => {
    await showTab(page, 'rules', '.rule-list button');
    await page.$eval('.rule-list button', (rule) => rule.click());
    await page.waitForSelector('#example-live');
  },
  'an error is answered': async (page) => {
    await chooseSample(page, 'anthropic.json');
    await fill(page, '#rejection', '`tool_use` ids were found without `tool_result` blocks immediately after');
    await page.waitForSelector('.diagnoses');
  },
  'the gallery is open': async (page) => {
    await page.$eval('#samples', (button) => button.click());
    await page.waitForSelector('#gallery[open]');
  },
  'the transcript cannot be read': async (page) => {
    await page.$eval('#gallery', (dialog) => dialog.close());
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
        const found = {};
        for (const [state, reach] of Object.entries(STATES)) {
          await reach(page);
          const list = await violations(page);
          if (list.length > 0) found[state] = list;
        }
        assert.deepEqual(found, {});
      } finally {
        await play.close();
      }
    });
  }

  test(`nothing is wider than a small phone in ${name}`, async () => {
    const play = await openPlayground(name);
    try {
      const { page } = play;
      await page.setViewport({ width: 320, height: 640 });
      const isNarrow = async (what) => {
        // Firefox takes the scroll bar from the width.
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320, what);
      };
      for (const { file } of samples) {
        await chooseSample(page, file);
        await isNarrow(file);
      }
      for (const [state, reach] of Object.entries(STATES)) {
        await reach(page);
        await isNarrow(state);
      }
    } finally {
      await play.close();
    }
  });
}

/** What axe finds, in short. */
const violations = (page) =>
  page.evaluate(async () => {
    // Colours that are still on their way have no contrast of their own. One that is called off has arrived, too.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    const found = await axe.run();
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  });
