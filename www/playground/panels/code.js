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
    const { provider, modelId } = chosen.target;
    const known = { api: kind, ...(provider && { provider }), ...(modelId && { model: modelId }), ...options };
    return {
      imports: (from) => imports('preflight')(entry(from, 'preflight')),
      file: 'request.json',
      lines: (indent) => `${indent}const { body = given } = await preflight(given, ${literal(known)});`,
      gives: 'body',
    };
  }
  if (kind === 'session') {
    return {
      imports: (from) =>
        `${imports('sanitizeText')(from)}\n${imports('init, loadSessionText')(entry(from, 'history'))}`,
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

/** Another entry of the package, where its main one is imported from `from`. */
const entry = (from, name) => (from.endsWith('web.js') ? from.replace('web.js', `${name}-web.js`) : `${from}/${name}`);

/** A value as somebody would write it in JavaScript. */
function literal(value) {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (value === null || typeof value !== 'object') return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${literal(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
