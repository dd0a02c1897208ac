import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@roost/contract/errors';
import type { Config } from '../../../kernel/config.ts';
import { locales, siteLocale, type Locale } from '../../locale.ts';
import { sendError } from '../errors/errors.ts';
import { LOCALE_VARY, readerLocale, storeLocale } from '../reader-locale.ts';
import { trimAssetHeaders } from '../security/security-headers.ts';
import { receiveLostShares, sendRemoval } from './service-worker.ts';
import { describePage, sendManifest, siteData } from './describe-page.ts';
import type { DocumentSite } from './document-site.ts';
import { dataBlock } from './data-block.ts';
import type { Start } from './start-data.ts';

const built = fileURLToPath(new URL('../../../../../web/dist/', import.meta.url));
const END = '</body>';
const MANIFEST = 'manifest.webmanifest';
const WORKER = 'service-worker.js';

interface WebAppParts {
  config: Config;
  /** Loads the start data of a page. */
  start: Start;
  folder?: string | undefined;
}

/** The page of one language. */
interface LocalePages {
  visitors: string;
  /** The same page, with early requests for more files (web/build/early-files.ts). */
  members: string;
  /** The page that browsers keep (web/build/service-worker.ts). */
  kept: string | null;
}

/**
 * Serves the built web app: its files, and the page for any other path. A path with a dot that is no file gets a 404,
 * like any unknown path under /api. The 404 has the shape of the API's errors. Each language has a build of its own
 * (docs/decisions/0045-words-in-catalogues.md), and the page is in the reader's language.
 */
export async function webApp(
  app: FastifyInstance,
  { config, start, folder = built }: WebAppParts,
): Promise<void> {
  const pages = await readPages(folder);
  const send = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const [begun, site] = await Promise.all([start(request, reply, path), app.readSite()]);
    const locale = readerLocale(request, { chosen: begun?.language, main: site.mainLanguage });
    if (begun?.isMember) storeLocale(config, request, reply, locale);
    const page = pages.get(locale) ?? pages.get(siteLocale)!;
    return sendPage(reply, { page, begun, site, locale });
  };
  if (pages.size > 0) {
    await app.register(fastifyStatic, {
      // Files of the same name are equal: their names contain a hash, or they come from web/public.
      root: [...pages.keys()].map((locale) => `${folder}${locale}/`),
      index: false,
      wildcard: false,
      // The code below sends these, with the name of the site. `SERVICE_WORKER=off` replaces the worker.
      globIgnore: [MANIFEST, '*.html', ...(config.hasServiceWorker ? [] : [WORKER])],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        // A name under /assets/ contains a hash of its content, so browsers keep the file. They revalidate all others.
        const isHashed = path.includes('/assets/');
        response.header(
          'Cache-Control',
          isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
        if (isHashed) trimAssetHeaders(response);
      },
    });
    app.get('/', async (request, reply) => send(request, reply, '/'));
    const manifest = await readIfThere(`${folder}${siteLocale}/${MANIFEST}`);
    if (manifest !== null) sendManifest(app, manifest);
    sendAppShell(app, pages);
    if (!config.hasServiceWorker) sendRemoval(app, WORKER);
    receiveLostShares(app);
  }
  app.setNotFoundHandler(async (request, reply) => {
    // This cannot throw, because the router has already decoded the path.
    const path = decodeURIComponent(request.url.split(/[?#]/, 1)[0] ?? '');
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(?:api|socket\.io)(?:\/|$)/.test(path) &&
      !path.includes('.');
    if (isPage && pages.size > 0) return send(request, reply, path);
    return sendError(reply, new AppError('not_found'));
  });
}

/** Reads the page of each language. A build for one's own machine may have English only. */
async function readPages(folder: string): Promise<ReadonlyMap<Locale, LocalePages>> {
  const pages = new Map<Locale, LocalePages>();
  for (const locale of locales) {
    const visitors = await readIfThere(`${folder}${locale}/index.html`);
    if (visitors === null) continue;
    const members = (await readIfThere(`${folder}${locale}/members.html`)) ?? visitors;
    const kept = await readIfThere(`${folder}${locale}/app-shell.html`);
    pages.set(locale, { visitors, members, kept });
  }
  return pages.has(siteLocale) ? pages : new Map();
}

/** The document that browsers keep and open offline. It never contains a person, and it is the same for everybody. */
function sendAppShell(app: FastifyInstance, pages: ReadonlyMap<Locale, LocalePages>): void {
  app.get('/app-shell', async (request, reply) => {
    const site = await app.readSite();
    const locale = readerLocale(request, { main: site.mainLanguage });
    const { kept } = pages.get(locale) ?? pages.get(siteLocale)!;
    if (kept === null) throw new AppError('not_found');
    const page = { visitors: kept, members: kept, kept };
    return sendPage(reply, { page, begun: null, site, locale });
  });
}

/** Returns null if the web app is not built. Any other read error stops the start. */
async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
}

interface Sent {
  page: LocalePages;
  begun: Awaited<ReturnType<Start>>;
  site: DocumentSite;
  locale: Locale;
}

/** Adds the site and the start data as JSON script elements. The content policy needs no exception, because nothing runs them. */
function sendPage(reply: FastifyReply, { page, begun, site, locale }: Sent): FastifyReply {
  const isMember = begun?.isMember ?? false;
  const described = describePage(isMember ? page.members : page.visitors, site, {
    locale,
    nonce: reply.cspNonce,
  });
  const end = described.includes(END) ? described.lastIndexOf(END) : described.length;
  const blocks =
    dataBlock('site', siteData(site, locale)) + (begun ? dataBlock('start', begun.data) : '');
  return reply
    .header('Cache-Control', isMember ? 'private, no-store' : 'no-store')
    .header('Vary', LOCALE_VARY)
    .header('Content-Language', locale)
    .type('text/html; charset=utf-8')
    .send(described.slice(0, end) + blocks + described.slice(end));
}
