// Runs before the first paint, so that the page does not flash in the other theme.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const chosen = () => {
    try {
      return localStorage.getItem('awaken.theme');
    } catch {
      return null;
    }
  };
  const apply = () => {
    const theme = chosen() ?? (dark.matches ? 'dark' : 'light');
    document.documentElement.dataset.theme = theme;
  };
  dark.addEventListener('change', apply);
  addEventListener('storage', apply);
  apply();
})();
