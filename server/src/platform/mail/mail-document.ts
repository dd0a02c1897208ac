import { readFileSync } from 'node:fs';

/** Names the drawing inside the mail. */
const DRAWING_ID = 'bird-on-a-wire@roost';

/**
 * A bird on a wire. Mail programs show neither SVG nor `data:` addresses, and remote pictures tell the sender who reads. So each mail
 * brings the picture along. Its colour has enough contrast on light and on dark pages, and the rest of it is transparent.
 */
export const drawing = {
  cid: DRAWING_ID,
  filename: 'bird.png',
  contentType: 'image/png',
  contentDisposition: 'inline',
  content: readFileSync(new URL('bird-on-a-wire.png', import.meta.url)),
} as const;

/**
 * Puts the HTML of a mail under the drawing. It names no colours of text and page, so that the mail program shows its own, also dark
 * ones.
 */
export function mailDocument(html: string): string {
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
</head>
<body>
<div style="max-width:36em;margin:0 auto;padding:16px;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:16px;line-height:1.5">
<p><img src="cid:${DRAWING_ID}" width="140" height="36" alt=""></p>
${html}
</div>
</body>
</html>`;
}
