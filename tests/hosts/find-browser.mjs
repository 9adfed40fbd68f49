// Where a browser is. As a program it prints the place of the one named, or ends with status 1.
import { existsSync } from 'node:fs';

/** Where distributions and systems put them; an environment variable names any other place. */
const PLACES = {
  chromium: [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  firefox: [
    process.env.FIREFOX,
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ],
};

/** @param name `chromium` or `firefox` */
export const findBrowser = (name) => PLACES[name].find((place) => place && existsSync(place));

if (import.meta.filename === process.argv[1]) {
  const place = findBrowser(process.argv[2]);
  if (place) console.log(place);
  else process.exitCode = 1;
}
