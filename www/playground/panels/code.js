// The lines of code that do the same, for exactly the chosen options.
import { html } from 'lit-html';
import { isRequest } from '../input/shapes.js';

export function codePanel(state, { copyText }) {
  return html`<div class="snippets">
    ${Object.entries(snippets(state)).map(
      ([host, code]) => html`<section class="snippet" aria-label=${host}>
        <div class="panel-head">
          <h3>${host}</h3>
          <button type="button" class="small" data-copy=${host} @click=${() => copyText(code)}>Copy</button>
        </div>
        <pre class="code" tabindex="0" role="region" aria-label="Code for ${host}">${code}</pre>
      </section>`,
    )}
  </div>`;
}

/** @returns {Record<string, string>} Code by host. */
export function snippets({ result, target, profile, overrides }) {
  const call = callFor(result?.kind ?? 'transcript', { target, profile, overrides });
  return {
    Node: `${call.imports('transcript-hygiene')}\nimport { readFileSync } from 'node:fs';

const given = readFileSync('${call.file}', 'utf8');
${call.lines('')}
console.log(${call.gives});`,
    Worker: `${call.imports('transcript-hygiene')}

export default {
  async fetch(incoming) {
    const given = await incoming.text();
${call.lines('    ')}
    return new Response(${call.gives}, { headers: { 'content-type': 'application/json' } });
  },
};`,
    Browser: `${call.imports('./transcript-hygiene/web.js')}

const given = await (await fetch('${call.file}')).text();
${call.lines('')}
document.body.textContent = ${call.gives};`,
  };
}

function callFor(kind, chosen) {
  const { profile, overrides } = chosen;
  const target = literal(Object.fromEntries(Object.entries(chosen.target).filter(([, value]) => value !== '')));
  const options = {
    ...(profile === 'strict' ? {} : { profile }),
    ...(Object.keys(overrides).length > 0 && !isRequest(kind) ? { policyOverrides: overrides } : {}),
  };
  const last = Object.keys(options).length > 0 ? `, ${literal(options)}` : '';
  const imports = (names) => (from) => `import { ${names} } from '${from}';`;
  if (isRequest(kind)) {
    return {
      imports: imports('sanitizeRequest'),
      file: 'request.json',
      lines: (indent) => `${indent}const { body } = await sanitizeRequest(given, ${target}${last});`,
      gives: 'body',
    };
  }
  if (kind === 'session') {
    return {
      imports: (from) =>
        `${imports('sanitizeText')(from)}\n${imports('init, loadSessionText')(from.replace('web.js', 'history-web.js').replace(/hygiene$/, 'hygiene/history'))}`,
      file: 'session.jsonl',
      lines: (indent) => `${indent}await init();
${indent}const { json: stored } = loadSessionText(given, { form: 'model' });
${indent}const { json } = await sanitizeText(stored, ${target}${last});`,
      gives: 'json',
    };
  }
  return {
    imports: imports('sanitizeText'),
    file: 'history.json',
    lines: (indent) => `${indent}const { json } = await sanitizeText(given, ${target}${last});`,
    gives: 'json',
  };
}

/** A value as somebody would write it in JavaScript. */
function literal(value) {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (value === null || typeof value !== 'object') return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${literal(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
