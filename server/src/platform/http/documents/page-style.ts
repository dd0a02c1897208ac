/**
 * The style of the few pages that the server renders. They cannot use the web app's files, so this repeats the colours and
 * sizes of `web/src/tokens.css`. The system setting chooses light or dark.
 * `accentStyle` sets the hue of the accent colour.
 */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --page: light-dark(oklch(0.993 0.003 75), oklch(0.145 0.004 75));
  --raised: light-dark(oklch(1 0 75), oklch(0.2 0.005 75));
  --line: light-dark(oklch(0.92 0.005 75), oklch(0.265 0.005 75));
  --control: light-dark(oklch(0.62 0.009 75), oklch(0.54 0.008 75));
  --text: light-dark(oklch(0.23 0.008 75), oklch(0.94 0.004 75));
  --muted: light-dark(oklch(0.5 0.009 75), oklch(0.69 0.008 75));
  --accent: light-dark(oklch(calc(0.54 * var(--accent-scale)) calc(0.185 * var(--accent-scale)) var(--accent-hue)), oklch(calc(0.56 * var(--accent-scale)) calc(0.18 * var(--accent-scale)) var(--accent-hue)));
  --accent-hover: light-dark(oklch(calc(0.49 * var(--accent-scale)) calc(0.185 * var(--accent-scale)) var(--accent-hue)), oklch(calc(0.52 * var(--accent-scale)) calc(0.18 * var(--accent-scale)) var(--accent-hue)));
  --accent-text: light-dark(oklch(calc(0.51 * var(--accent-scale)) calc(0.185 * var(--accent-scale)) var(--accent-hue)), oklch(0.76 0.12 var(--accent-hue)));
  --accent-soft: light-dark(oklch(calc(0.54 * var(--accent-scale)) calc(0.185 * var(--accent-scale)) var(--accent-hue) / 0.1), oklch(0.65 0.17 var(--accent-hue) / 0.18));
  --danger-text: light-dark(oklch(0.53 0.2 27), oklch(0.72 0.16 25));
  --sunk: light-dark(oklch(0.967 0.004 75), oklch(0.215 0.005 75));
}
* { box-sizing: border-box; }
html { background: var(--page); color: var(--text); text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 2rem max(1.5rem, env(safe-area-inset-left)) 3rem; max-width: 42rem; min-height: 100dvh;
  font: 0.9375rem/1.375rem 'Inter', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif;
  overflow-wrap: break-word; -webkit-font-smoothing: antialiased;
}
body.narrow { max-width: 29rem; }
.home { display: inline-flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; color: var(--text); font-size: 1.25rem; font-weight: 700; text-decoration: none; }
.home svg, .home img { width: 1.75rem; height: 1.75rem; object-fit: contain; color: var(--accent-text); }
main { padding: 1.5rem 0 2rem; }
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 2.125rem; text-wrap: balance; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.0625rem; line-height: 1.5rem; }
p, ul, ol { margin: 0 0 1rem; }
li { margin-bottom: 0.375rem; }
a { color: var(--accent-text); }
a:focus-visible, button:focus-visible, input:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; margin-bottom: 1rem; }
th, td { padding: 0.625rem 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
th { padding-inline-end: 1rem; color: var(--muted); font-weight: 400; }
td { font-variant-numeric: tabular-nums; }
code { direction: ltr; unicode-bidi: isolate; font-size: 0.875em; }
label { display: block; }
label.field { margin-bottom: 1rem; font-weight: 600; }
label.field input {
  display: block; width: 100%; height: 2.75rem; margin-top: 0.375rem; padding: 0 0.875rem; border: 1px solid var(--control);
  border-radius: 10px; background: var(--raised); color: inherit; font: inherit; font-size: 1rem; font-weight: 400;
}
fieldset { margin: 0 0 1.5rem; padding: 0; border: 0; }
legend { margin-bottom: 0.5rem; padding: 0; font-weight: 600; }
label.card {
  display: flex; align-items: center; gap: 0.75rem; min-height: 3.5rem; margin-bottom: 0.5rem; padding: 0.5rem 1rem;
  border: 1px solid var(--line); border-radius: 14px; background: var(--raised); cursor: pointer;
}
label.card:has(:checked) { border-color: var(--accent-text); background: var(--accent-soft); }
label.card input { width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--accent); }
label.card b { display: block; color: var(--text); font-variant-numeric: tabular-nums; }
label.card span { color: var(--muted); }
button {
  display: block; width: 100%; min-height: 3rem; margin: 0 0 0.75rem; padding: 0.625rem 1.5rem; border: 0; border-radius: 1.5rem;
  background: var(--accent); color: oklch(1 0 75); font: inherit; font-weight: 600; cursor: pointer;
}
button:hover { background: var(--accent-hover); }
button.quiet { border: 1px solid var(--control); background: none; color: inherit; }
button.quiet:hover { background: var(--sunk); }
.note { padding: 0.75rem 0.875rem; border-radius: 10px; background: var(--sunk); }
.problem { color: var(--danger-text); font-weight: 600; }
.centre { text-align: center; }
.muted { color: var(--muted); }
.way { display: inline-flex; align-items: center; min-height: 2.75rem; }
footer { padding-top: 1rem; border-top: 1px solid var(--line); color: var(--muted); font-size: 0.8125rem; }
footer a { display: inline-flex; align-items: center; min-height: 2.75rem; margin-inline-end: 1rem; color: inherit; }
`;
