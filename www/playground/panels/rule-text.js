// What a rule says of itself.
import { html, nothing } from 'lit-html';
import { explain } from 'transcript-hygiene';
import { markdown } from '../parts/markdown.js';

/** Headings that read better otherwise on the page. */
const WORDS = { 'Who refuses without it': 'Why' };

/** Sections of a rule by their names; those that it lacks are left out. */
export function ruleText({ id }, names) {
  const { sections } = explain(id);
  return names.map((name) => (sections[name] ? html`<h3>${WORDS[name] ?? name}</h3>${markdown(sections[name])}` : nothing));
}
