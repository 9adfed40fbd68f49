// The buttons that copy and download what a tab shows.
import { html } from 'lit-html';

/** @param {string} what One of the names in `actions/share.js`. */
export const takeAway = (what, { copyOf, saveOf }) => html`<button type="button" id="copy-${what}" @click=${() => copyOf(what)}>
    Copy
  </button>
  <button type="button" id="download-${what}" @click=${() => saveOf(what)}>Download</button>`;
