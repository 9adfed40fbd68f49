// The whole page, drawn from its state.
import { html, nothing } from 'lit-html';
import { version } from 'transcript-hygiene';
import { gallery } from './cards/gallery.js';
import { rejectionCard } from './cards/rejection.js';
import { summary } from './cards/summary.js';
import { targetCard } from './cards/target.js';
import { transcriptCard } from './cards/transcript.js';
import { codePanel } from './panels/code.js';
import { findingsPanel } from './panels/findings.js';
import { imagesPanel } from './panels/images.js';
import { peoplePanel } from './panels/people.js';
import { policyPanel } from './panels/policy.js';
import { providerPanel } from './panels/provider.js';
import { repairPanel } from './panels/repair.js';
import { rulesPanel } from './panels/rules.js';
import { targetsPanel } from './panels/targets.js';
import { errorView } from './parts/error-view.js';
import { tabs } from './parts/tabs.js';
import { themeSwitch } from './parts/theme.js';
import { number, size } from './parts/words.js';
import { TABS } from './state.js';
import { LONG_LINK } from './store/link.js';

const PANELS = {
  provider: providerPanel,
  findings: (state, _, actions) => findingsPanel(state, actions),
  people: peoplePanel,
  repair: repairPanel,
  images: (state, _, actions) => imagesPanel(state, actions),
  policy: (state, _, actions) => policyPanel(state, actions),
  targets: (state, _, actions) => targetsPanel(state, actions),
  code: (state, _, actions) => codePanel(state, actions),
  rules: (state, _, actions) => rulesPanel(state, actions),
};

/** Panels that say something of what cannot be sent, or not even read, too. */
const WITHOUT_RESULT = new Set(['policy', 'rules', 'code', 'images']);
const OF_THE_INPUT = new Set(['findings', 'people', 'repair']);

const hasPanel = ({ result, tab }) =>
  !result.error ||
  WITHOUT_RESULT.has(tab) ||
  (result.error.code === 'invalid-replay-transcript' && OF_THE_INPUT.has(tab));

export const page = (state, lists, actions) => html`<a class="skip" href="#panel">Skip to the result</a>
  <header class="top">
    <h1><img src="icon.svg" alt="" width="28" height="28" /> transcript-hygiene <span class="version">${version}</span></h1>
    <p>Why a provider refuses a history, and what makes it acceptable.</p>
    <button type="button" id="link" @click=${actions.makeLink}>Copy link</button>
    ${themeSwitch()}
  </header>
  <main>
    ${linkNote(state)}
    <div class="cards">
      ${transcriptCard(state, actions)}
      <div class="stack">${targetCard(state, actions)} ${rejectionCard(state, actions)}</div>
    </div>
    ${summary(state, actions)} ${state.result?.error ? errorView(state.result.error, actions) : nothing}
    ${tabs({ names: TABS, chosen: state.tab, counts: countsOf(state), choose: actions.show })}
    <div id="panel" class="panel" role="tabpanel" aria-labelledby="tab-${state.tab}" tabindex="-1">
      ${state.result && hasPanel(state) ? PANELS[state.tab](state, lists, actions) : nothing}
    </div>
  </main>
  <footer class="bottom">
    <p>Everything runs in this page, in WebAssembly. Nothing you paste is sent anywhere.</p>
    <p class="keys"><kbd>n</kbd> next change <kbd>p</kbd> previous</p>
  </footer>
  ${gallery(state, actions)}`;

/** What stands behind the name of a tab. */
function countsOf({ result, findings, people, repair }) {
  if (!result || result.error) return {};
  const changes = Object.values(result.counts).reduce((sum, made) => sum + made, 0);
  return {
    provider: number(changes),
    findings: findings && `${number(findings.before.total)} → ${number(findings.after?.total ?? 0)}`,
    people: people?.rows && `${number(people.visible)} of ${number(people.rows)}`,
    repair: repair?.lines && number(repair.lines),
  };
}

function linkNote({ link }) {
  if (!link || link.length < LONG_LINK) return nothing;
  return html`<p class="notices">
    The link is ${size(link.length)} long. Browsers take it; some chat and mail programs cut links like that.
  </p>`;
}
