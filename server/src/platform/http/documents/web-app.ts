import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@roost/contract/errors';
import { sendError } from '../errors.ts';
import { trimAssetHeaders } from '../security/security-headers.ts';
import { describePage, sendManifest, siteData } from './describe-page.ts';
import type { DocumentSite } from './document-site.ts';
import { dataBlock } from './data-block.ts';
import type { Start } from './start-data.ts';

const built = fileURLToPath(new URL('../../../../../web/dist/', import.meta.url));
const END = '</body>';
const MANIFEST = 'manifest.webmanifest';

interface WebAppParts {
  /** Loads the start data of a page. */
  start: Start;
  folder?: string | undefined;
}

/**
 * Serves the built web app: its files, and the page for any other path. A path with a dot that is no file gets a 404,
 * like any unknown path under /api. The 404 has the shape of the API's errors.
 */
export async function webApp(
  app: FastifyInstance,
  { start, folder = built }: WebAppParts,
): Promise<void> {
  const page = await readIfThere(`${folder}index.html`);
  // The same page, with early requests for more files (web/build/early-files.ts).
  const membersPage = (await readIfThere(`${folder}members.html`)) ?? page;
  const send = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const [begun, site] = await Promise.all([start(request, reply, path), app.readSite()]);
    return sendPage(reply, begun?.isMember ? membersPage! : page!, begun, site);
  };
  if (page !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      // The next lines send it with the name of the site.
      globIgnore: ['manifest.webmanifest'],
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
    const manifest = await readIfThere(`${folder}${MANIFEST}`);
    if (manifest !== null) sendManifest(app, manifest);
  }
  app.setNotFoundHandler(async (request, reply) => {
    // This cannot throw, because the router has already decoded the path.
    const path = decodeURIComponent(request.url.split(/[?#]/, 1)[0] ?? '');
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(?:api|socket\.io)(?:\/|$)/.test(path) &&
      !path.includes('.');
    if (isPage && page !== null) return send(request, reply, path);
    return sendError(reply, new AppError('not_found'));
  });
}

/** Returns null if the web app is not built. Any other read error stops the start. */
async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
}

/** Adds the site and the start data as JSON script elements. The content policy needs no exception, because nothing runs them. */
function sendPage(
  reply: FastifyReply,
  page: string,
  begun: Awaited<ReturnType<Start>>,
  site: DocumentSite,
): FastifyReply {
  const described = describePage(page, site, reply.cspNonce);
  const end = described.includes(END) ? described.lastIndexOf(END) : described.length;
  const blocks = dataBlock('site', siteData(site)) + (begun ? dataBlock('start', begun.data) : '');
  return reply
    .header('Cache-Control', begun?.isMember ? 'private, no-store' : 'no-store')
    .header('Vary', 'Cookie')
    .type('text/html; charset=utf-8')
    .send(described.slice(0, end) + blocks + described.slice(end));
}
