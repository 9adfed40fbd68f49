// Light, dark, or as the system has it; remembered where the browser allows.

export function followTheme(select) {
  select.value = document.documentElement.dataset.theme ?? '';
  select.addEventListener('change', () => choose(select.value));
}

function choose(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  try {
    if (theme) localStorage.setItem('theme', theme);
    else localStorage.removeItem('theme');
  } catch {
    // Not remembered, then.
  }
}
