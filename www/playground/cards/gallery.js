// Samples to begin with, and what was given before, in a dialog.
import { html, nothing } from 'lit-html';
import { size } from '../parts/words.js';

export function gallery({ samples, sample, recent }, { choose, recall, forget }) {
  const groups = Map.groupBy(samples, ({ group }) => group);
  const closing = (act) => () => {
    document.getElementById('gallery').close();
    act();
  };
  return html`<dialog id="gallery" aria-labelledby="gallery-title" @click=${closeOutside}>
    <div class="dialog-head">
      <h2 id="gallery-title">Samples</h2>
      <button type="button" class="small" @click=${() => document.getElementById('gallery').close()}>Close</button>
    </div>
    ${[...groups].map(
      ([group, members]) => html`<section class="gallery-group" aria-label=${group}>
        <h3>${group}</h3>
        <ul>
          ${members.map(
            ({ file, title, note }) => html`<li>
              <button
                type="button"
                class="choice"
                data-sample=${file}
                aria-current=${file === sample ? 'true' : 'false'}
                @click=${closing(() => choose(file))}
              >
                <strong>${title}</strong><span>${note}</span>
              </button>
            </li>`,
          )}
        </ul>
      </section>`,
    )}
    ${recent.length === 0 ? nothing : recentInputs(recent, closing, { recall, forget })}
  </dialog>`;
}

const recentInputs = (recent, closing, { recall, forget }) => html`<section class="gallery-group" aria-label="Recent">
  <div class="dialog-head">
    <h3>Recent, kept in this browser only</h3>
    <button type="button" class="small" id="forget" @click=${closing(forget)}>Clear all</button>
  </div>
  <ul>
    ${recent.map(
      (one) => html`<li>
        <button type="button" class="choice" data-recent=${one.id} @click=${closing(() => recall(one.id))}>
          <strong>${one.name}</strong><span>${size(one.size)}, ${new Date(one.at).toLocaleString('en')}</span>
        </button>
      </li>`,
    )}
  </ul>
</section>`;

/** A click on the dialog itself is one on what lies around its content. */
function closeOutside({ target, currentTarget }) {
  if (target === currentTarget) currentTarget.close();
}
