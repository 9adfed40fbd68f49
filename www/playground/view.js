// The whole page, drawn from its state.
import { version } from './pkg/web.js';
import { changesPanel } from './changes.js';
import { errorView } from './error-view.js';
import { html, nothing } from './libraries.js';
import { policyPanel } from './policy.js';
import { rejectionCard } from './rejection.js';
import { summary, toolbar } from './summary.js';
import { targetCard } from './target.js';
import { themeSwitch } from './theme.js';
import { transcriptCard } from './transcript.js';
import { turnsView } from './turns-view.js';

export const view = (state, actions) => html`<header class="top">
    <h1><img src="icon.svg" alt="" width="28" height="28" /> transcript-hygiene <span class="version">${version}</span></h1>
    <p>Why a provider refuses a transcript, and what makes it acceptable.</p>
    ${themeSwitch()}
  </header>
  <main>
    <div class="cards">
      ${transcriptCard(state, actions)}
      <div class="stack">${targetCard(state, actions)} ${rejectionCard(state, actions)}</div>
    </div>
    ${summary(state, actions)} ${state.result?.error ? errorView(state.result.error) : nothing}
    ${state.result?.policy
      ? html`<div class="results ${state.result.error ? 'failed' : ''}">
          ${state.page && !state.result.error
            ? html`<section id="comparison" class="comparison" aria-labelledby="comparison-title">
                <div class="comparison-head">
                  <h2 id="comparison-title">Turn by turn</h2>
                  ${toolbar(actions)}
                </div>
                <div class="columns" aria-hidden="true"><span>Given</span><span>What the provider gets</span></div>
                ${turnsView(state, actions)}
              </section>`
            : nothing}
          ${aside(state, actions)}
        </div>`
      : nothing}
  </main>
  <footer class="bottom">Everything runs in this page, in WebAssembly. Nothing you paste is sent anywhere.</footer>`;

function aside(state, actions) {
  const failed = state.result.error !== undefined;
  const panel = failed ? 'policy' : state.panel;
  const tab = (name, label) => html`<button
    type="button"
    role="tab"
    id="tab-${name}"
    aria-controls="panel"
    aria-selected=${panel === name}
    tabindex=${panel === name ? 0 : -1}
    @click=${() => actions.show(name)}
    @keydown=${switchTab}
  >
    ${label}
  </button>`;
  return html`<aside class="aside" aria-label="Changes and policy">
    <div class="tabs" role="tablist">${failed ? nothing : tab('changes', 'Changes')} ${tab('policy', 'Policy')}</div>
    <div id="panel" role="tabpanel" aria-labelledby="tab-${panel}" tabindex="0">
      ${panel === 'policy' ? policyPanel(state.result.policy) : changesPanel(state, actions)}
    </div>
  </aside>`;
}

function switchTab({ key, currentTarget }) {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
  const other = currentTarget.parentElement.querySelector('[role=tab][aria-selected=false]');
  other?.click();
  other?.focus();
}
