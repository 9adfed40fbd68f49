// The card for a provider's error: what it means, where it is in what was given, and what mends it.
import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { explain, rules } from 'transcript-hygiene';
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
  const { rejection, findings, result } = state;
  const { text, answer } = rejection;
  if (text.trim() === '' || !answer) return nothing;
  const { found, likely, rows } = answer;
  const constraints = found.length > 0 ? [...new Set(found.map(({ constraint }) => constraint))] : likely;
  const isBroken = (constraint, row) =>
    findings?.before.list.some((one) => one.constraint === constraint && (row === undefined || one.row === row));
  const isAnswered = (constraint) => rulesOf(constraint, found).some((rule) => result?.counts?.[rule]);
  const here = constraints.filter((constraint) => isBroken(constraint) || isAnswered(constraint));
  const shown = here.length > 0 ? here : constraints.slice(0, 1);
  return html`${found.length > 0 ? otherTarget(found, state, actions) : wording(state, actions)}
    <ul class="diagnoses">
      ${shown.map((constraint) => diagnosis(constraint, found, state, actions))}
    </ul>
    ${named(
      rows.filter((row) => !shown.some((constraint) => isBroken(constraint, row))),
      actions,
    )}`;
}

/** What the error means here: the findings of its constraint, and the rules that mend it. */
function diagnosis(constraint, found, { findings, result }, { goTo, showRule }) {
  const here = findings?.before.list.filter((finding) => finding.constraint === constraint) ?? [];
  const left = findings?.after?.list.some((finding) => finding.constraint === constraint);
  const rules = rulesOf(constraint, found);
  const atWork = rules.filter((rule) => result?.counts?.[rule]);
  return html`<li>
    <p>
      <span class="constraint">${constraint}</span>
      ${here.length > 0
        ? html`${inline(sentence(here[0].statement))}
            <strong class=${left ? 'gone' : 'on'}>${left ? 'Still broken after.' : 'Mended.'}</strong>`
        : html`<span class="note">
            ${atWork.length > 0 ? 'What it is about is changed here.' : 'Not broken here, for this target.'}
          </span>`}
    </p>
    ${here.length > 0
      ? html`<p class="where">
          <span class="note">At</span>
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

/** The rules that the error is answered by; of a wording that is not known, those that answer its constraint. */
function rulesOf(constraint, found) {
  const said = found.flatMap((one) => (one.constraint === constraint && one.rule ? [one.rule] : []));
  if (said.length > 0) return [...new Set(said)];
  return rules().flatMap(({ id, rejects }) => (rejects.some((reject) => reject.constraint === constraint) ? [id] : []));
}

/** What is said of an error in words that are not known. */
function wording({ findings, rejection, result }, actions) {
  const errors = findings?.before.errors ?? 0;
  const changes = Object.values(result?.counts ?? {}).reduce((sum, made) => sum + made, 0);
  if (rejection.answer.likely.length > 0) {
    return html`<p class="note">The wording is not known. Of what is broken here, this comes nearest:</p>`;
  }
  return html`<p class="note">
    ${errors > 0
      ? html`No known error, but
          <button type="button" class="link" @click=${() => actions.show('findings')}>${count(errors, 'finding')}</button>
          here.`
      : changes > 0
        ? html`No known error, but ${count(changes, 'change')} would be made here: see
            <button type="button" class="link" @click=${() => actions.show('provider')}>what the provider gets</button>.`
        : 'No known error about history. It may be about the account or the parameters of the request.'}
  </p>`;
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
