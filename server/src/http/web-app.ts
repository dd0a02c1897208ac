import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '@roost/contract/errors';
import { sendError } from './errors.ts';
import { guardAsset } from './security-headers.ts';

const built = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
const NONCE = /__CSP_NONCE__/g;

/**
 * The built web app: files as they are, any other path its one page. A path with a dot that is no file is a
 * 404, and so is anything under /api, in the API's own shape.
 */
export async function webApp(app: FastifyInstance, folder = built): Promise<void> {
  const page = await readFile(`${folder}index.html`, 'utf8').catch(() => null);
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
    app.get('/', async (_request, reply) => sendPage(reply, page));
  }
  app.setNotFoundHandler(async (request, reply) => {
    // The router has decoded it already, up to here, so it can be.
    const path = decodeURIComponent(request.url.split(/[?#]/, 1)[0] ?? '');
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(?:api|socket\.io)(?:\/|$)/.test(path) &&
      !path.includes('.');
    if (isPage && page !== null) return sendPage(reply, page);
    return sendError(reply, new AppError('not_found'));
  });
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header('Cache-Control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.replace(NONCE, reply.cspNonce.style));
}
