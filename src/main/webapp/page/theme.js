// Before anything is drawn, so that the page does not flash in the other colours.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const chosen = () => {
    try {
      return localStorage.getItem('awaken.theme');
    } catch {
      return null;
    }
  };
  const show = () => {
    const theme = chosen() ?? (dark.matches ? 'dark' : 'light');
    document.documentElement.dataset.theme = theme;
  };
  dark.addEventListener('change', show);
  addEventListener('storage', show);
  show();
})();
