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

  /** What can be taken away, by name: its text, and the name and type of its file. */
  const results = {
    result: [() => engine.ask('result'), () => 'sanitized.json', JSON_TYPE],
    people: [() => engine.ask('peopleText'), () => 'shown.json', JSON_TYPE],
    repaired: [() => engine.ask('repairedText'), () => repairedName(state.given.name), 'application/x-ndjson'],
    findings: [() => pretty(state.findings), () => 'findings.json', JSON_TYPE],
    targets: [() => pretty(state.targets.rows), () => 'targets.json', JSON_TYPE],
  };

  return {
    copyText,
    async copyOf(what) {
      await copyText(await results[what][0]());
    },
    async saveOf(what) {
      const [text, name, type] = results[what];
      save(await text(), name(), type);
    },
    async makeLink() {
      const link = await writeLink(state, await textOf(state.given));
      if (!link) return say('This is too long for a link. Download it instead.');
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

const JSON_TYPE = 'application/json';

const pretty = (value) => JSON.stringify(value, null, 2);

const repairedName = (name) => (name.endsWith('.jsonl') ? name : 'session.jsonl');

const textOf = ({ data }) => (typeof data === 'string' ? data : data.text());
