// Starts the system's browsers. Firefox is driven by WebDriver BiDi, which needs a Node with a global WebSocket.
import puppeteer from 'puppeteer-core';
import { findBrowser } from './find-browser.mjs';

/** Without them Chromium looks for updates and services, and as root it would not start. */
const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @param name `chromium` or `firefox`. Returns puppeteer's browser. */
export function launch(name) {
  const executablePath = findBrowser(name);
  if (!executablePath) throw new Error(`no ${name} found; set ${name.toUpperCase()} to its path`);
  const firefox = name === 'firefox';
  return puppeteer.launch({
    browser: firefox ? 'firefox' : 'chrome',
    executablePath,
    headless: true,
    args: firefox ? [] : CHROMIUM_ARGUMENTS,
  });
}
