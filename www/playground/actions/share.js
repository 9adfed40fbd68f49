// Taking something away: copies, downloads and links.
import { writeLink, shortAddress } from '../store/link.js';

/** A download's address is dropped after so long; the browser has the file by then. */
const DOWNLOAD_MS = 1000;

export function shareActions({ state, engine, say, draw }) {
  async function copyText(text, said = 'Copied.') {
    await navigator.clipboard.writeText(text).then(
      () => say(said),
      () => say('The browser did not allow to copy. Download it instead.'),
    );
  }

  function save(text, name, type) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_MS);
    say(`Downloaded ${name}.`);
  }

  return {
    copyText,
    async copy() {
      await copyText(await engine.ask('result'));
    },
    async download() {
      save(await engine.ask('result'), 'sanitized.json', 'application/json');
    },
    async downloadRepaired() {
      const name = state.given.name.endsWith('.jsonl') ? state.given.name : 'session.jsonl';
      save(await engine.ask('repairedText'), name, 'application/x-ndjson');
    },
    downloadFindings() {
      save(JSON.stringify(state.findings, null, 2), 'findings.json', 'application/json');
    },
    async makeLink() {
      const text = await textOf(state.given);
      const link = await writeLink(state, text);
      state.link = { length: link.length };
      history.replaceState(null, '', link);
      await copyText(location.href, 'Copied a link that holds everything.');
      draw();
    },
    writeAddress() {
      history.replaceState(null, '', shortAddress(state));
    },
  };
}

const textOf = ({ data }) => (typeof data === 'string' ? data : data.text());
