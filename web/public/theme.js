// Runs before the first paint. Applies how the pages look. Its twin for later changes is src/lib/page/display.ts.
(function () {
  /** What the browser keeps under the key, if it is one of the values. */
  function kept(key, values) {
    var value = null;
    try {
      value = localStorage.getItem(key);
    } catch {
      // Storage can be refused; the system's settings decide then.
    }
    return values.indexOf(value) < 0 ? undefined : value;
  }
  function prefers(what) {
    return matchMedia('(prefers-' + what + ')').matches;
  }
  var look = document.documentElement.dataset;
  look.theme =
    kept('theme', ['light', 'dim', 'dark']) || (prefers('color-scheme: dark') ? 'dark' : 'light');
  look.textSize = kept('roost:text-size', ['small', 'large', 'larger']) || 'normal';
  look.density = kept('roost:density', ['compact']) || 'comfortable';
  var contrast = kept('roost:contrast', ['on', 'off']);
  look.contrast = contrast === 'on' || (!contrast && prefers('contrast: more')) ? 'more' : 'normal';

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
