/** The style of the pages in an export. The policy of the pages allows exactly this text. */
export const EXPORT_STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
body { margin: 0; padding: 1.5rem 1rem; }
main { max-width: 42rem; margin: 0 auto; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.125rem; margin: 2rem 0 0; }
article { border-block-start: 1px solid color-mix(in srgb, currentcolor 20%, transparent); padding: 0.75rem 0; }
article.own { padding-inline-start: 2rem; }
article p { margin: 0.25rem 0; white-space: pre-wrap; }
time, dl { font-size: 0.875rem; opacity: 0.8; }
time { white-space: nowrap; }
/* Names, texts and times keep their own direction in a page of another direction. */
strong, dd { unicode-bidi: isolate; }
h2, article p { unicode-bidi: plaintext; }
time, a[rel] { direction: ltr; unicode-bidi: isolate; }
dl { margin: 0.25rem 0; }
dt, dd { display: inline; margin: 0; }
dt::after { content: ': '; }
dd dl { font-size: inherit; opacity: 1; }
dd > dl, dd > ul { margin: 0 0 0.25rem; padding-inline-start: 1rem; }
img, video { display: block; max-width: 100%; height: auto; margin: 0.5rem 0; border-radius: 0.5rem; }
nav { display: flex; gap: 1rem; padding: 1rem 0; }
li { padding: 0.125rem 0; }
.data { font-size: 0.875rem; opacity: 0.8; margin-inline-start: 0.5rem; }
`;
