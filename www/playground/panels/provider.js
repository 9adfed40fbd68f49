// What the provider gets: turn by turn, beside the rules that changed something.
import { html, nothing } from 'lit-html';
import { takeAway } from '../parts/take-away.js';
import { count, number } from '../parts/words.js';
import { changesPanel } from './changes.js';
import { KIND_WORDS, turnView } from './turns-view.js';

export function providerPanel(state, lists, actions) {
  const { filter, findings, focused } = state;
  const broken = Map.groupBy(findings?.before.list ?? [], ({ row }) => row);
  const filtered = filter.kinds.length + filter.rules.length > 0;
  return html`<div class="results">
    <section id="comparison" class="comparison" aria-labelledby="tab-provider">
      <div class="panel-head">
        ${filters(state, actions)}
        <div class="toolbar">
          <button type="button" id="previous" title="Previous change (p)" aria-label="Previous change" @click=${actions.previous}>↑</button>
          <button type="button" id="next" title="Next change (n)" aria-label="Next change" @click=${actions.next}>↓</button>
          ${takeAway('result', actions)}
        </div>
      </div>
      <div class="columns" aria-hidden="true"><span>Given</span><span>What the provider gets</span></div>
      ${filtered && lists.turns.count === 0
        ? html`<p class="note">No turn is like that. <button type="button" class="link" @click=${actions.showAll}>Show all</button></p>`
        : nothing}
      ${lists.turns.view((item) => turnView(item, focused, broken, actions), {
        label: 'Turns before and after',
        className: 'turns',
      })}
    </section>
    <aside class="aside" aria-label="Rules">
      <div class="aside-head"><h2>Rules at work</h2></div>
      <div class="aside-body">${changesPanel(state, actions)}</div>
    </aside>
  </div>`;
}

function filters({ filter, result }, { filterKind, filterRule, showAll }) {
  const kinds = Object.entries(result.kinds).filter(([kind]) => kind !== 'left');
  const rules = Object.entries(result.counts);
  return html`<div class="filters" role="group" aria-label="Show only">
    <button type="button" class="chip" aria-pressed=${filter.kinds.length + filter.rules.length === 0} @click=${showAll}>
      all
    </button>
    ${kinds.map(
      ([kind, made]) => html`<button
        type="button"
        class="chip is-${kind}"
        data-kind=${kind}
        aria-pressed=${filter.kinds.includes(kind)}
        @click=${() => filterKind(kind)}
      >
        ${KIND_WORDS[kind]} <span class="made">${number(made)}</span>
      </button>`,
    )}
    ${rules.length > 1
      ? html`<label
          ><span class="hidden">Rule</span>
          <select id="rule-filter" @change=${({ target }) => filterRule(target.value)}>
            <option value="" .selected=${filter.rules.length === 0}>any rule</option>
            ${rules.map(
              ([rule, made]) =>
                html`<option value=${rule} .selected=${filter.rules.includes(rule)}>${rule} (${count(made, 'change')})</option>`,
            )}
          </select>
        </label>`
      : nothing}
  </div>`;
}
