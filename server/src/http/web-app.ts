import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@roost/contract/errors';
import { sendError } from './errors.ts';
import { guardAsset } from './security-headers.ts';
import type { Start } from './start-data.ts';

const built = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
const NONCE = '__CSP_NONCE__';
const END = '</body>';

interface WebAppParts {
  /** What a page brings along for who is signed in. */
  start: Start;
  folder?: string | undefined;
}

/**
 * The built web app: files as they are, any other path its one page. A path with a dot that is no file is a
 * 404, and so is anything under /api, in the API's own shape.
 */
export async function webApp(
  app: FastifyInstance,
  { start, folder = built }: WebAppParts,
): Promise<void> {
  const page = await readFile(`${folder}index.html`, 'utf8').catch(() => null);
  // The same, which has more fetched at once (web/build/early-files.ts).
  const membersPage = await readFile(`${folder}members.html`, 'utf8').catch(() => page);
  const send = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const data = await start(request, reply, path);
    return sendPage(reply, data === null ? page! : membersPage!, data);
  };
  if (page !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        // Their names hold a hash of what is in them; everything else is asked for anew.
        const isHashed = path.includes('/assets/');
        response.header(
          'Cache-Control',
          isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
        if (isHashed) guardAsset(response);
      },
    });
    app.get('/', async (request, reply) => send(request, reply, '/'));
  }
  app.setNotFoundHandler(async (request, reply) => {
    // The router has decoded it already, up to here, so it can be.
    const path = decodeURIComponent(request.url.split(/[?#]/, 1)[0] ?? '');
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(?:api|socket\.io)(?:\/|$)/.test(path) &&
      !path.includes('.');
    if (isPage && page !== null) return send(request, reply, path);
    return sendError(reply, new AppError('not_found'));
  });
}

/** `data` is JSON fit to stand in a script element: a data block, which no content policy has to allow to run. */
function sendPage(reply: FastifyReply, page: string, data: string | null): FastifyReply {
  const end = page.includes(END) ? page.lastIndexOf(END) : page.length;
  const block = data === null ? '' : `<script type="application/json" id="start">${data}</script>`;
  const nonce = reply.cspNonce.style;
  return reply
    .header('Cache-Control', data === null ? 'no-store' : 'private, no-store')
    .header('Vary', 'Cookie')
    .type('text/html; charset=utf-8')
    .send(page.slice(0, end).replaceAll(NONCE, nonce) + block + page.slice(end));
}
