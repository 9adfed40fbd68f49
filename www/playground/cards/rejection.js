// The card for a provider's error: what it means, where it is in what was given, and what mends it.
import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { explain } from 'transcript-hygiene';
import { shapeOfApi, targetOfShape } from '../input/guess-target.js';
import { KINDS } from '../input/shapes.js';
import { inline } from '../parts/markdown.js';
import { count } from '../parts/words.js';

export function rejectionCard(state, actions) {
  const { rejection } = state;
  return html`<section class="card rejection" aria-labelledby="rejection-title">
    <div class="card-head"><h2 id="rejection-title">Provider’s error</h2></div>
    <textarea
      id="rejection"
      aria-labelledby="rejection-title"
      spellcheck="false"
      placeholder="Got a 400? Paste what the provider said."
      .value=${live(rejection.text)}
      @input=${({ target }) => actions.complain(target.value)}
    ></textarea>
    <div class="answers" aria-live="polite">${answers(state, actions)}</div>
  </section>`;
}

function answers(state, actions) {
  const { rejection, findings } = state;
  const { text, answer } = rejection;
  if (text.trim() === '' || !answer) return nothing;
  const { found, rows } = answer;
  if (found.length === 0) return unknown(state, rows, actions);
  const answered = Map.groupBy(found, ({ constraint }) => constraint);
  return html`${otherTarget(found, state, actions)}
    <ul class="diagnoses">
      ${[...answered].map(([constraint, members]) => diagnosis(constraint, members, state, actions))}
    </ul>
    ${named(
      rows.filter((row) => !findings?.before.list.some((one) => one.row === row && answered.has(one.constraint))),
      actions,
    )}`;
}

/** What the error means here: the findings of its constraint, and the rules that mend it. */
function diagnosis(constraint, members, { findings, result }, { goTo, showRule }) {
  const here = findings?.before.list.filter((finding) => finding.constraint === constraint) ?? [];
  const left = findings?.after?.list.some((finding) => finding.constraint === constraint);
  const rules = [...new Set(members.map(({ rule }) => rule))];
  const atWork = rules.filter((rule) => result?.counts?.[rule]);
  return html`<li>
    <p>
      <span class="constraint">${constraint}</span>
      ${here.length > 0
        ? html`${inline(sentence(here[0].statement))}
            <strong class=${left ? 'off' : 'on'}>${left ? 'Still broken after.' : 'Mended.'}</strong>`
        : html`<span class="note">Not broken here, for this target.</span>`}
    </p>
    ${here.length > 0
      ? html`<p class="where">
          ${here.slice(0, 3).map(
            ({ pointer, row }) =>
              html`<button type="button" class="link" @click=${() => goTo(row)} ?disabled=${row === undefined}>
                ${pointer || 'the whole'}
              </button>`,
          )}${here.length > 3 ? html`<span class="note">and ${here.length - 3} more</span>` : nothing}
        </p>`
      : nothing}
    <ul class="rule-links">
      ${(atWork.length > 0 ? atWork : rules).map(
        (rule) => html`<li>
          <button type="button" class="link" @click=${() => showRule(rule)}>${rule}</button>
          ${result?.counts?.[rule] ? html`<span class="badge">${count(result.counts[rule], 'change')} here</span>` : nothing}
          <span class="note">${inline(explain(rule)?.summary ?? '')}</span>
        </li>`,
      )}
    </ul>
  </li>`;
}

/** An error of another provider than the target's, which may be why nothing is found. */
function otherTarget(found, { target }, { aimAt }) {
  const shapes = [...new Set(found.map(({ api }) => api))].filter((api) => api !== 'every');
  if (shapes.length !== 1 || shapes[0] === shapeOfApi(target.modelApi)) return nothing;
  const other = targetOfShape(shapes[0]);
  return html`<p class="note">
    This is an error of ${KINDS[shapes[0]].replace(' request', '')}.
    <button type="button" class="link" @click=${() => aimAt(other)}>Aim at ${other.provider}</button>
  </p>`;
}

function unknown({ findings }, rows, actions) {
  const errors = findings?.before.errors ?? 0;
  return html`<p class="note">
      ${errors > 0
        ? html`No known error, but
            <button type="button" class="link" @click=${() => actions.show('findings')}>${count(errors, 'finding')}</button>
            here.`
        : 'No known error about history. It may be about the account or the parameters of the request.'}
    </p>
    ${named(rows, actions)}`;
}

/** Turns whose ids the error names. */
const named = (rows, { goTo }) =>
  rows.length === 0
    ? nothing
    : html`<p class="where">
        <span class="note">It names</span>
        ${rows.map((row) => html`<button type="button" class="link" @click=${() => goTo(row)}>this turn</button>`)}
      </p>`;

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;
