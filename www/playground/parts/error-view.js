// An error with its place, as a person finds it in the text that was given.
import { html, nothing } from 'lit-html';
import { inline } from './markdown.js';
import { number } from './words.js';

const TITLES = {
  'invalid-json': 'This is not JSON',
  'not-a-transcript': 'This is JSON, but no transcript',
  'limit-exceeded': 'This is over a limit',
  'invalid-replay-transcript': 'The provider would refuse this, and no rule may mend it',
  'invalid-argument': 'This cannot be read',
};

export const errorView = ({ code, message, pointer, place, isComplaint }, { complainWithInput }) => html`<section class="error" aria-labelledby="error-title">
  <h2 id="error-title">${TITLES[code] ?? 'Something went wrong'}</h2>
  <p>${inline(sentence(message))}</p>
  ${place
    ? html`<pre class="code" tabindex="0" aria-label="The place">${place.excerpt}
${' '.repeat(place.caret)}<span class="caret">^</span></pre>`
    : nothing}
  ${isComplaint
    ? html`<p>
        It reads like an error of a provider.
        <button type="button" id="as-error" @click=${complainWithInput}>Take it as the provider’s error</button>
      </p>`
    : nothing}
  <dl class="place">
    <div><dt>Code</dt><dd><code>${code}</code></dd></div>
    ${place ? html`<div><dt>Place</dt><dd>line ${number(place.line)}, column ${number(place.column)}</dd></div>` : nothing}
    ${pointer !== undefined ? html`<div><dt>Pointer</dt><dd><code>${pointer === '' ? '(the whole)' : pointer}</code></dd></div>` : nothing}
  </dl>
</section>`;

const sentence = (message) => `${message[0].toUpperCase()}${message.slice(1)}.`;
