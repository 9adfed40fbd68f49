// Light, dark, or as the system has it; remembered where the browser allows.
import { html } from 'lit-html';

const CHOICES = [
  ['', 'Auto'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export function themeSwitch() {
  const chosen = document.documentElement.dataset.theme ?? '';
  return html`<fieldset class="switch">
    <legend class="hidden">Colours</legend>
    ${CHOICES.map(
      ([value, label]) => html`<label>
        <input type="radio" name="theme" value=${value} .checked=${value === chosen} @change=${choose} />
        <span>${label}</span>
      </label>`,
    )}
  </fieldset>`;
}

function choose({ target: { value } }) {
  if (value) document.documentElement.dataset.theme = value;
  else delete document.documentElement.dataset.theme;
  try {
    if (value) localStorage.setItem('theme', value);
    else localStorage.removeItem('theme');
  } catch {
    // Not remembered, then.
  }
}
