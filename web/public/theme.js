// Runs before the first paint. Sets the theme. Its twin for later changes is src/lib/page/theme.ts.
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

  // Requests the font early, except on a slow connection. There it would delay the code, and the text by a second.
  var connection = navigator.connection || {};
  var font = document.currentScript.dataset.font;
  if (!font || /[23]g/.test(connection.effectiveType)) return;
  var link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'font';
  link.type = 'font/woff2';
  link.crossOrigin = '';
  link.href = font;
  document.head.append(link);
})();
