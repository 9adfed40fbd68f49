// A list of tabs, of which one is chosen; arrow keys, Home and End go through them.
import { html, nothing } from 'lit-html';

/** @param {{ names: Record<string, string>, chosen: string, counts: Record<string, unknown>, choose: (name: string) => void }} of */
export function tabs({ names, chosen, counts, choose }) {
  const order = Object.keys(names);
  const go = (name) => {
    choose(name);
    document.getElementById(`tab-${name}`).focus();
  };
  const onKey = (event) => {
    const at = order.indexOf(chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + order.length, Home: 0, End: order.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(order[to % order.length]);
  };
  return html`<div class="tabs" role="tablist" aria-label="Results" @keydown=${onKey}>
    ${order.map(
      (name) => html`<button
        type="button"
        role="tab"
        id="tab-${name}"
        aria-controls="panel"
        aria-selected=${name === chosen ? 'true' : 'false'}
        tabindex=${name === chosen ? 0 : -1}
        @click=${() => choose(name)}
      >
        ${names[name]}${counts[name] ? html` <span class="count">${counts[name]}</span>` : nothing}
      </button>`,
    )}
  </div>`;
}
