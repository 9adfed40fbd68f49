// The Markdown of the rules' texts: paragraphs, lists, fenced code, `code` and **strong**. It becomes text nodes in
// elements that are written here, so no text can become an element.
import { html } from 'lit-html';

const FENCE = /^```/;
const ITEM = /^(?:(\d+)\.|[-*]) /;

export function markdown(source) {
  return blocks(source).map(({ kind, text, items }) => {
    if (kind === 'code') return html`<pre class="code"><code>${text}</code></pre>`;
    if (kind === 'ordered') return html`<ol>${items.map((item) => html`<li>${inline(item)}</li>`)}</ol>`;
    if (kind === 'unordered') return html`<ul>${items.map((item) => html`<li>${inline(item)}</li>`)}</ul>`;
    return html`<p>${inline(text)}</p>`;
  });
}

/** `code` and **strong**; everything else is text. */
export function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (/^`.+`$/s.test(part)) return html`<code>${part.slice(1, -1)}</code>`;
    if (/^\*\*.+\*\*$/s.test(part)) return html`<strong>${part.slice(2, -2)}</strong>`;
    return part;
  });
}

function blocks(source) {
  const found = [];
  let open;
  let fenced = false;
  for (const line of source.split('\n')) {
    if (FENCE.test(line)) {
      fenced = !fenced;
      open = undefined;
      if (fenced) found.push((open = { kind: 'code', text: '' }));
    } else if (fenced) open.text += (open.text && '\n') + line;
    else if (line.trim() === '') open = undefined;
    else open = add(found, open, line);
  }
  return found;
}

/** Adds a line to the block that is open, or opens one. */
function add(found, open, line) {
  const item = line.match(ITEM);
  if (item) {
    const kind = item[1] ? 'ordered' : 'unordered';
    if (open?.kind !== kind) found.push((open = { kind, items: [] }));
    open.items.push(line.slice(item[0].length));
  } else if (open?.items) open.items[open.items.length - 1] += ` ${line.trim()}`;
  else if (open) open.text += ` ${line.trim()}`;
  else found.push((open = { kind: 'paragraph', text: line.trim() }));
  return open;
}
