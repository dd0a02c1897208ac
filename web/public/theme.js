// Sets the theme before the first paint. Its twin for later changes is src/lib/page/theme.ts.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem('theme');
  } catch {
    // Storage can be refused; the system's setting decides then.
  }
  if (choice !== 'light' && choice !== 'dim' && choice !== 'dark') {
    choice = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.dataset.theme = choice;
})();
