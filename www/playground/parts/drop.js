// Files and text that are dropped or pasted anywhere on the page.
import { FIELD_LIMIT } from '../cards/transcript.js';

const isFile = ({ dataTransfer }) => dataTransfer?.types.includes('Files');

/** Text that a field other than the transcript's takes stays there. */
const ofAnotherField = (target) => target instanceof Element && target.closest('input, textarea:not(#transcript)');

export function takeDropsAndPastes({ open, paste }) {
  const over = (on) => document.documentElement.classList.toggle('dropping', on);
  addEventListener('dragover', (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    over(true);
  });
  addEventListener('dragleave', ({ relatedTarget }) => {
    if (!relatedTarget) over(false);
  });
  addEventListener('drop', (event) => {
    over(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    open(file);
  });
  addEventListener('paste', (event) => {
    const [file] = event.clipboardData.files;
    if (ofAnotherField(event.target)) return;
    const text = event.clipboardData.getData('text/plain');
    const inField = event.target instanceof Element && event.target.id === 'transcript';
    // A short text goes into the field at the caret, as everywhere.
    if (!file && (text === '' || (inField && text.length <= FIELD_LIMIT))) return;
    event.preventDefault();
    if (file) open(file);
    else paste(text);
  });
}
