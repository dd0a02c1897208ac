import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../../lib/html-text.ts';
import { escapeJson } from './data-block.ts';
import { accentStyle, type DocumentSite } from './document-site.ts';

const ICON = '<link rel="icon" href="/favicon.svg" type="image/svg+xml" />';

/** Puts the site's name, description, icon and accent colour into the page of the web app, and the nonce of its styles. */
export function describePage(page: string, site: DocumentSite, nonce: string): string {
  const values: Record<string, string> = {
    __CSP_NONCE__: nonce,
    __SITE_NAME__: escapeHtml(site.name),
    __SITE_DESCRIPTION__: escapeHtml(site.description),
  };
  const icon = site.logo === null ? ICON : `<link rel="icon" href="${escapeHtml(site.logo)}" />`;
  const style = `<style nonce="${nonce}">${accentStyle(site)}</style>`;
  return page
    .replace(/__[A-Z]+(?:_[A-Z]+)*__/g, (name) => values[name] ?? name)
    .replace(ICON, () => icon)
    .replace('</head>', () => `${style}</head>`);
}

/** The part of the site that the web app needs before its first request. */
export function siteData({ name, description, announcement, logo }: DocumentSite): string {
  return escapeJson({ name, description, announcement, logo });
}

/** Serves the manifest of the installed app, with the name and the logo of the site. */
export function sendManifest(app: FastifyInstance, built: string): void {
  const manifest = JSON.parse(built) as Record<string, unknown>;
  app.get('/manifest.webmanifest', async (_request, reply) => {
    const { name, description, logo } = await app.readSite();
    void reply.header('Cache-Control', 'no-cache').type('application/manifest+json');
    return {
      ...manifest,
      name,
      short_name: name,
      ...(description !== '' && { description }),
      ...(logo !== null && { icons: [{ src: logo, sizes: 'any', type: 'image/webp' }] }),
    };
  });
}
