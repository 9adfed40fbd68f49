// Every rule: a list to search, and a page for each with an example that can be edited.
import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { explain, rules } from 'transcript-hygiene';
import { markText } from '../compare/marks.js';
import { inline } from '../parts/markdown.js';
import { marked } from '../parts/sections.js';
import { count } from '../parts/words.js';
import { ruleText } from './rule-text.js';

/** Sections of a rule's page before and after its example. */
const BEFORE = ['What it does', 'Who refuses without it'];
const AFTER = ['Exact rule', 'Never touches', 'Order', 'Source'];

export function rulesPanel({ rules: { open, search, text, outcome } }, actions) {
  return open ? rulePage(explain(open), text, outcome, actions) : ruleList(search, actions);
}

function ruleList(search, { search: searchFor, openRule }) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rules().filter((rule) => words.every((word) => haystack(rule).includes(word)));
  return html`<div class="panel-head">
      <label class="search"
        ><span class="hidden">Search the rules</span>
        <input
          id="rule-search"
          type="search"
          placeholder="A rule, a provider, an error, such as tool_result"
          .value=${live(search)}
          @input=${({ target }) => searchFor(target.value)}
      /></label>
      <p class="note" role="status">${count(found.length, 'rule')}</p>
    </div>
    <ul class="rule-list">
      ${found.map(
        ({ id, summary }) => html`<li>
          <button type="button" class="choice" @click=${() => openRule(id)}>
            <span class="rule-id">${id}</span><span>${inline(summary)}</span>
          </button>
        </li>`,
      )}
    </ul>`;
}

function haystack({ id, summary, sections, rejects }) {
  const errors = rejects.map(({ constraint, fragment }) => `${constraint} ${fragment}`).join(' ');
  return `${id} ${summary} ${errors} ${sections['Who refuses without it'] ?? ''}`.toLowerCase();
}

const rulePage = (rule, text, outcome, actions) => html`<article class="rule-page" aria-labelledby="rule-title">
  <button type="button" class="small" id="all-rules" @click=${actions.closeRule}>All rules</button>
  <h2 id="rule-title">${rule.id}</h2>
  <p class="lead">${inline(rule.summary)}</p>
  <p class="where">
    ${rule.effects.map((effect) => html`<span class="kind">${effect}</span>`)}
    ${[...new Set(rule.rejects.map(({ constraint }) => constraint))].map(
      (constraint) => html`<span class="constraint">${constraint}</span>`,
    )}
  </p>
  ${ruleText(rule, BEFORE)} ${example(rule, text, outcome, actions)} ${ruleText(rule, AFTER)}
  ${rule.rejects.length > 0
    ? html`<h3>Errors that it answers</h3>
        <ul class="errors">
          ${rule.rejects.map(({ constraint, fragment }) => html`<li><span class="constraint">${constraint}</span> <q>${fragment}</q></li>`)}
        </ul>`
    : nothing}
</article>`;

function example(rule, text, outcome, { editExample }) {
  const untouched = text === readable(rule.example.before);
  return html`<h3>Example</h3>
    <p class="note">${targetWords(rule.example.target)} Edit the left side to see what becomes of it.</p>
    <div class="example">
      <figure>
        <figcaption>Before</figcaption>
        <textarea
          id="example"
          class="code"
          aria-label="Example before"
          spellcheck="false"
          rows=${Math.min(LONGEST_EXAMPLE, text.split('\n').length + 1)}
          .value=${live(text)}
          @input=${({ target }) => editExample(target.value)}
        ></textarea>
      </figure>
      ${untouched
        ? html`<figure>
            <figcaption>After this rule</figcaption>
            ${after('example-after', 'Example after', text, readable(rule.example.after))}
          </figure>`
        : nothing}
      <figure>
        <figcaption>With every rule of the target${outcome?.counts ? html`: ${atWork(rule, outcome.counts)}` : nothing}</figcaption>
        ${outcome?.error
          ? html`<p class="gone" role="status">${outcome.error.message}</p>`
          : after('example-live', 'Example with every rule', text, outcome?.text)}
      </figure>
    </div>`;
}

/** Lines of an example that are seen at once. */
const LONGEST_EXAMPLE = 24;

export const readable = (value) => JSON.stringify(value, null, 2);

const after = (id, label, before, text) => html`<pre class="code after" id=${id} tabindex="0" role="region" aria-label=${label}>
${text === undefined ? nothing : marked(markText(before, text).after)}</pre
>`;

const atWork = (rule, counts) =>
  counts[rule.id]
    ? html`<span class="on">this one ${count(counts[rule.id], 'time')}</span>, ${count(Object.keys(counts).length - 1, 'other')}`
    : html`not this one, ${count(Object.keys(counts).length, 'other')}`;

function targetWords(target) {
  const words = Object.values(target).filter((part) => typeof part === 'string');
  return words.length > 0 ? `For ${words.join(' · ')}.` : '';
}
