// Before anything is drawn, so that a page in the chosen colours never flashes in the others. Storage may be forbidden.
try {
  const theme = localStorage.getItem('theme');
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Then the system's colours it is.
}
