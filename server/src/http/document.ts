import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../html-text.ts';
import { pageStyle } from './page-style.ts';

export interface Page {
  title: string;
  /** HTML; whoever makes it has escaped what came from outside. */
  body: string;
  /** What stands under it, as HTML. */
  footer?: string;
  /** For forms; text is wider. */
  isNarrow?: boolean;
  /** Where one is needed: a script of ours, after one that comes from elsewhere and may load more `from` there. */
  script?: { load: string; run: string; from: string[] };
}

/** The bird of the mark, as the web app draws it. */
const mark =
  '<svg viewBox="0 0 32 32" fill="currentColor" fill-rule="evenodd" aria-hidden="true"><path d="M28.6 9.1 26 7.9A4.9 4.9 0 0 0 21.5 5C18.9 5 17 6.7 16.3 9 14.7 13.3 10.4 14.8 3.2 20.4c-.7.6-.3 1.6.6 1.5l5.2-.6c1.7 1.5 4 2.4 6.6 2.4 6.1 0 10.8-4.7 10.8-10.9v-2l2.2-.9c.4-.2.4-.6 0-.8ZM21.9 10.3a1.1 1.1 0 1 0 0-2.2 1.1 1.1 0 0 0 0 2.2Z"/><path d="M2 25.6h28v1.8H2z"/></svg>';

/** Sends a page the server makes itself: no script can run in it but one it brings, and its forms go to us only. */
export function sendDocument(reply: FastifyReply, page: Page): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  // What it opens to pay leads on into windows of banks, which have to find back to theirs.
  if (page.script) void reply.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  return (
    reply
      .header('Content-Security-Policy', policyOf(page, nonce))
      // Without one a browser says "null" of where a form comes from, which no page of ours is.
      .header('Referrer-Policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(htmlOf(page, nonce))
  );
}

function policyOf({ script }: Page, nonce: string): string {
  const always = `default-src 'none'; base-uri 'none'; frame-ancestors 'none'`;
  if (!script)
    return `${always}; style-src 'nonce-${nonce}'; font-src 'self'; img-src 'self'; form-action 'self'`;
  const from = script.from.join(' ');
  // The other's script writes styles of its own, without our nonce.
  return `${always}; script-src 'nonce-${nonce}' ${from}; style-src 'unsafe-inline' ${from}; font-src 'self' ${from}; img-src 'self' data: ${from}; connect-src ${from}; frame-src ${from}; form-action 'self' ${from}`;
}

function htmlOf(
  { title, body, footer = '', isNarrow = false, script }: Page,
  nonce: string,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Roost</title>
<link rel="icon" href="/favicon.svg">
<style nonce="${nonce}">${fontFace}${pageStyle}</style>
</head>
<body${isNarrow ? ' class="narrow"' : ''}>
<header><a class="home" href="/home">${mark}Roost</a></header>
<main>
${body}
</main>
${footer && `<footer>${footer}</footer>`}
${
  script
    ? `<script nonce="${nonce}" src="${escapeHtml(script.load)}"></script>\n<script nonce="${nonce}">${script.run}</script>`
    : ''
}
</body>
</html>
`;
}

/** The web app's own font, where it has been built; its name holds a hash. */
const fontFace = findFont();

function findFont(): string {
  try {
    const assets = fileURLToPath(new URL('../../../web/dist/assets/', import.meta.url));
    const name = readdirSync(assets).find((file) =>
      /^inter-latin-wght-normal-[\w-]+\.woff2$/.test(file),
    );
    return name
      ? `@font-face { font-family: 'Inter'; font-weight: 100 900; font-display: swap; src: url('/assets/${name}') format('woff2'); }`
      : '';
  } catch {
    return '';
  }
}
