import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyReply } from 'fastify';
import { langAttributes, type Locale } from '../../locale.ts';
import { escapeHtml } from '../../../lib/html-text.ts';
import { accentStyle, type DocumentSite } from './document-site.ts';
import { pageStyle } from './page-style.ts';

export interface Page {
  locale: Locale;
  title: string;
  /** HTML. The caller has escaped all outside text in it. */
  body: string;
  /** HTML below the body. */
  footer?: string;
  /** Forms use the narrow layout. */
  isNarrow?: boolean;
  /** Loads an external script, then runs an inline one. The external script may load more from the origins in `from`. */
  script?: { load: string; run: string; from: string[] };
}

/** The bird of the logo, as in the web app. */
const mark =
  '<svg viewBox="0 0 32 32" fill="currentColor" fill-rule="evenodd" aria-hidden="true"><path d="M28.6 9.1 26 7.9A4.9 4.9 0 0 0 21.5 5C18.9 5 17 6.7 16.3 9 14.7 13.3 10.4 14.8 3.2 20.4c-.7.6-.3 1.6.6 1.5l5.2-.6c1.7 1.5 4 2.4 6.6 2.4 6.1 0 10.8-4.7 10.8-10.9v-2l2.2-.9c.4-.2.4-.6 0-.8ZM21.9 10.3a1.1 1.1 0 1 0 0-2.2 1.1 1.1 0 0 0 0 2.2Z"/><path d="M2 25.6h28v1.8H2z"/></svg>';

/** Sends a page that the server renders. Its policy allows only its own script, and forms only to this server. */
export async function sendDocument(reply: FastifyReply, page: Page): Promise<FastifyReply> {
  const site = await reply.server.readSite();
  const nonce = randomBytes(16).toString('base64url');
  // The checkout opens windows of banks. They need a reference to the window that opened them.
  if (page.script) void reply.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  return (
    reply
      .header('Content-Security-Policy', policyOf(page, site, nonce))
      // Without this header the browser sends `Origin: null` with a form, and the origin check refuses it.
      .header('Referrer-Policy', 'same-origin')
      .header('Content-Language', page.locale)
      .type('text/html; charset=utf-8')
      .send(htmlOf(page, site, nonce))
  );
}

function policyOf({ script }: Page, { imageOrigin }: DocumentSite, nonce: string): string {
  const images = imageOrigin ? `'self' ${imageOrigin}` : "'self'";
  const always = `default-src 'none'; base-uri 'none'; frame-ancestors 'none'`;
  if (!script)
    return `${always}; style-src 'nonce-${nonce}'; font-src 'self'; img-src ${images}; form-action 'self'`;
  const from = script.from.join(' ');
  // The external script adds inline styles without the nonce.
  return `${always}; script-src 'nonce-${nonce}' ${from}; style-src 'unsafe-inline' ${from}; font-src 'self' ${from}; img-src ${images} data: ${from}; connect-src ${from}; frame-src ${from}; form-action 'self' ${from}`;
}

function htmlOf(
  { locale, title, body, footer = '', isNarrow = false, script }: Page,
  site: DocumentSite,
  nonce: string,
): string {
  return `<!doctype html>
<html ${langAttributes(locale)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${title} / ${site.name}`)}</title>
<link rel="icon" href="${escapeHtml(site.logo ?? '/favicon.svg')}">
<style nonce="${nonce}">${fontFace}${accentStyle(site)}${pageStyle}</style>
</head>
<body${isNarrow ? ' class="narrow"' : ''}>
<header><a class="home" href="/home">${logoOf(site)}${escapeHtml(site.name)}</a></header>
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

function logoOf({ logo }: DocumentSite): string {
  return logo === null ? mark : `<img src="${escapeHtml(logo)}" alt="">`;
}

/** The web app's font, if the web app is built. The file name contains a hash. */
const fontFace = findFont();

function findFont(): string {
  try {
    const assets = fileURLToPath(new URL('../../../../../web/dist/en/assets/', import.meta.url));
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
