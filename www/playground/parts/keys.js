// Keys that do something wherever the focus is, but not while somebody types.

const KEYS = {
  n: ({ next }) => next(),
  p: ({ previous }) => previous(),
};

const isTyping = (target) => target instanceof Element && target.closest('input, textarea, select, dialog');

export function takeKeys(actions) {
  addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || isTyping(target) || !(key in KEYS)) return;
    event.preventDefault();
    KEYS[key](actions);
  });
}
