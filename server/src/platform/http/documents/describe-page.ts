import { wordsIn } from '#words/platform';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../../lib/html-text.ts';
import { localeFor, type Locale } from '../../locale.ts';
import { escapeJson } from './data-block.ts';
import { accentStyle, type DocumentSite } from './document-site.ts';

const ICON = '<link rel="icon" href="/favicon.svg" type="image/svg+xml" />';

/** Puts the site's name, description, icon and accent colour into the page of the web app, and the nonce of its styles. */
export function describePage(
  page: string,
  site: DocumentSite,
  { locale, nonce }: { locale: Locale; nonce: string },
): string {
  const values: Record<string, string> = {
    __CSP_NONCE__: nonce,
    __SITE_NAME__: escapeHtml(site.name),
    __SITE_DESCRIPTION__: escapeHtml(site.description(locale)),
  };
  const icon = site.logo === null ? ICON : `<link rel="icon" href="${escapeHtml(site.logo)}" />`;
  const style = `<style nonce="${nonce}">${accentStyle(site)}</style>`;
  return page
    .replace(/__[A-Z]+(?:_[A-Z]+)*__/g, (name) => values[name] ?? name)
    .replace(ICON, () => icon)
    .replace('</head>', () => `${style}</head>`);
}

/** The part of the site that the web app needs before its first request. */
export function siteData(
  { name, description, announcement, logo, vapidKey }: DocumentSite,
  locale: Locale,
): string {
  return escapeJson({ name, description: description(locale), announcement, logo, vapidKey });
}

/** Serves the manifest of the installed app, with the name and the logo of the site, in its main language. */
export function sendManifest(app: FastifyInstance, built: string): void {
  const manifest = JSON.parse(built) as Record<string, unknown>;
  app.get('/manifest.webmanifest', async (_request, reply) => {
    const site = await app.readSite();
    const { name, logo } = site;
    const locale = localeFor(site.mainLanguage);
    const description = site.description(locale);
    void reply.header('Cache-Control', 'no-cache').type('application/manifest+json');
    return {
      ...manifest,
      name,
      short_name: name,
      ...(description !== '' && { description }),
      shortcuts: shortcuts(locale),
      ...(logo !== null && { icons: [{ src: logo, sizes: 'any', type: 'image/webp' }] }),
    };
  });
}

/** What the menu of the installed app's icon opens. */
function shortcuts(locale: Locale): { name: string; url: string }[] {
  const words = wordsIn(locale);
  return [
    { name: words.newPost, url: '/home?compose' },
    { name: words.messages, url: '/home/message' },
    { name: words.notifications, url: '/home/noti' },
    { name: words.search, url: '/home/search' },
  ];
}
