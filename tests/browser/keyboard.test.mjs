// From the first focus to the finding and the download, without a pointer.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openPlayground, settled } from './playground.mjs';

/** More steps than there are stops on the page. */
const STEPS = 60;

for (const name of ['chromium', 'firefox']) {
  describe(`keyboard in ${name}`, () => {
    let play;
    let page;
    before(async () => {
      play = await openPlayground(name);
      page = play.page;
      await settled(page, /changes by/);
    });
    after(() => play?.close());

    /** Presses Tab until the focus is on what matches. */
    async function tabTo(selector) {
      for (let step = 0; step < STEPS; step++) {
        if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
        await page.keyboard.press('Tab');
      }
      assert.fail(`Tab does not reach ${selector}`);
    }

    test('a sample is chosen, and the dialog gives the focus back', async () => {
      await tabTo('#samples');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#gallery[open]');
      await tabTo('[data-sample="google.json"]');
      await page.keyboard.press('Enter');
      await settled(page, /7 turns in/);
      assert.equal(await page.evaluate(() => document.activeElement.id), 'samples');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      assert.equal(await page.$('#gallery[open]'), null);
    });

    test('a target is typed and an error pasted', async () => {
      await tabTo('#provider');
      await page.keyboard.down('Control');
      await page.keyboard.press('a');
      await page.keyboard.up('Control');
      await page.keyboard.type('anthropic');
      await page.waitForFunction(() => document.querySelector('#modelApi').value === 'anthropic-messages');
      await settled(page, /changes by/);
      await tabTo('#rejection');
      await page.keyboard.type('tool_use ids must be unique');
      await page.waitForSelector('.diagnoses');
    });

    test('arrow keys go through the tabs, and n and p through the changes', async () => {
      await tabTo('[role=tab][aria-selected=true]');
      await page.keyboard.press('ArrowRight');
      await page.waitForSelector('#tab-findings[aria-selected=true]:focus');
      await page.keyboard.press('End');
      await page.waitForSelector('#tab-rules[aria-selected=true]:focus');
      await page.keyboard.press('ArrowRight');
      await page.waitForSelector('#tab-provider[aria-selected=true]:focus');
      await page.keyboard.press('n');
      await page.waitForFunction(() => document.activeElement.matches('.row:not(.is-untouched)'));
      const first = await page.evaluate(() => document.activeElement.id);
      await page.keyboard.press('n');
      await page.waitForFunction((id) => document.activeElement.matches('.row') && document.activeElement.id !== id, {}, first);
      await page.keyboard.press('p');
      await page.waitForFunction((id) => document.activeElement.id === id, {}, first);
    });

    test('a rule opens with Enter', async () => {
      await tabTo('.aside summary');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.rule[open] .rule-body');
    });
  });
}
