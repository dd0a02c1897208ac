import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@roost/contract/errors';
import { AVATAR_WIDTHS, COVER_WIDTHS } from '@roost/contract/media';
import { id as idSchema } from '@roost/contract/wire';
import { findViewer } from '../../auth/sessions/find-viewer.ts';
import type { Context, Viewer } from '../../kernel/context.ts';
import type { MediaRecord } from '../../platform/database/tables.ts';
import { readToken } from '../../platform/http/security/cookie.ts';
import { networkKey } from '../../platform/http/limits/network-key.ts';
import { rangeOf } from '../../platform/http/range.ts';
import { findServedMedium } from './find-served-medium.ts';
import { MediaAccess, type MaySeeMedia } from './media-access.ts';
import { isPoster } from '../worker/worker-tasks.ts';
import { VARIANT_WIDTHS } from '../variant-widths.ts';
import type { StoredFile } from '../../platform/storage/storage.ts';
import { mediaPath } from '../../platform/storage/media-path.ts';

/**
 * Seconds for which caches may keep a public file. With the lifetime of an object store's link, caches drop it within
 * an hour of its deletion.
 */
const PUBLIC_CACHE_SECONDS = 3_000;
/** Seconds for which a link to the object store is valid. */
const STORE_LINK_SECONDS = 300;

type FileRequest = FastifyRequest<{
  Params: { id: string; file: string };
  Querystring: { e?: unknown; s?: unknown };
}>;

/** Serves files: public ones to anyone, all others through a link that is signed for the viewer. */
export function fileRoutes(app: FastifyInstance, ctx: Context, maySee: MaySeeMedia): void {
  const access = new MediaAccess(maySee);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/:id/:file',
    // Takes a point before any other query.
    onRequest: async (request) => {
      const viewer = await findViewer(ctx, readToken(ctx.config, request), request.ip);
      await ctx.limiter.take('mediaFiles', viewer?.id ?? networkKey(request.ip));
      request.viewer = viewer;
    },
    handler: async (request, reply) => serve(ctx, access, request as FileRequest, reply),
  });
}

async function serve(ctx: Context, access: MediaAccess, request: FileRequest, reply: FastifyReply) {
  const notFound = new AppError('not_found');
  const id = idSchema.safeParse(request.params.id);
  if (!id.success || request.params.file.length > 40) throw notFound;
  const seconds = signedSeconds(ctx, request);
  const { viewer } = request;
  const row = await findServedMedium(ctx, id.data, viewer);
  const file = row && findFile(row, request.params.file);
  if (!row || !file || !(row.is_public || seconds > 0)) throw notFound;
  if (!row.is_public && !(viewer && (await access.isAllowed({ ...ctx, viewer }, row))))
    throw forbidden();
  if (file.name !== request.params.file) return redirectToName(ctx, reply, row, file.name, viewer);

  const cacheControl = row.is_public
    ? `public, max-age=${PUBLIC_CACHE_SECONDS}, must-revalidate`
    : `private, max-age=${seconds}`;
  const etag = `"${row.id}-${file.name}"`;
  setHeaders(reply, file, etag, cacheControl);
  if (isCached(request, etag)) return reply.code(304).send();
  // An object store signs a link for one method only.
  return ctx.media.storage.link && request.method === 'GET'
    ? redirect(ctx, reply, row, file, cacheControl)
    : send(ctx, request, reply, row.id, file, etag);
}

/** Whether the client has this file already. Files never change, so any copy is current. */
function isCached({ headers }: FileRequest, etag: string): boolean {
  const known = headers['if-none-match'];
  return known !== undefined && (known.trim() === '*' || known.includes(etag));
}

/**
 * Returns for how many seconds the link's signature is still valid for this viewer, and 0 without a signature. Throws
 * forbidden for a bad one.
 */
function signedSeconds(ctx: Context, request: FileRequest): number {
  const { e: expires, s: signature } = request.query;
  if (expires === undefined && signature === undefined) return 0;
  const { viewer } = request;
  const { id, file } = request.params;
  const seconds =
    viewer && typeof expires === 'string' && typeof signature === 'string'
      ? ctx.media.links.secondsLeft(mediaPath(id, file), viewer.id, {
          expires,
          signature,
        })
      : 0;
  if (seconds <= 0) throw forbidden();
  return seconds;
}

const forbidden = () => new AppError('forbidden', { message: 'This link is no longer valid.' });

/** File names of all picture widths that the server hands out. A small picture has only some of them. */
const widths = new Set(
  [...VARIANT_WIDTHS, ...AVATAR_WIDTHS, ...COVER_WIDTHS].map((width) => `${width}.webp`),
);

/** Finds a file by its name. For a width that this picture does not have, it returns the widest. An animated logo has only its still. */
function findFile({ used_for, files }: MediaRecord, name: string): StoredFile | undefined {
  const still = used_for === 'site' ? files.find(isPoster) : undefined;
  if (still) return widths.has(name) || isPoster({ name }) ? still : undefined;
  const pictures = files.filter((file) => /^\d+\.webp$/.test(file.name));
  return (
    files.find((file) => file.name === name && file.type !== '') ??
    (widths.has(name) ? pictures.at(-1) : undefined)
  );
}

/** Redirects to the file's own name. So each file has one address for caches and deletions. */
function redirectToName(
  ctx: Context,
  reply: FastifyReply,
  row: MediaRecord,
  name: string,
  viewer: Viewer | null,
) {
  const path =
    row.is_public || !viewer
      ? mediaPath(row.id, name)
      : ctx.media.links.signedPath(row.id, name, viewer.id);
  const scope = row.is_public ? 'public' : 'private';
  void reply.header('Cache-Control', `${scope}, max-age=${STORE_LINK_SECONDS}`);
  return reply.redirect(path, 302);
}

function setHeaders(reply: FastifyReply, file: StoredFile, etag: string, cacheControl: string) {
  void reply.headers({
    'Content-Type': file.type,
    'Content-Disposition': `inline; filename="${file.name}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-site',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': cacheControl,
    'Accept-Ranges': 'bytes',
    ETag: etag,
  });
}

async function send(
  ctx: Context,
  request: FileRequest,
  reply: FastifyReply,
  id: string,
  file: StoredFile,
  etag: string,
) {
  const range = rangeOf(request.headers, file.bytes, etag);
  if (range === 'unsatisfiable') {
    void reply.header('Content-Range', `bytes */${file.bytes}`).header('Cache-Control', 'no-store');
    return reply.code(416).type('text/plain').send('');
  }
  const length = range ? range.end - range.start + 1 : file.bytes;
  void reply.header('Content-Length', length);
  if (range)
    void reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${file.bytes}`);
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await ctx.media.storage.read(id, file.name, range ?? undefined));
}

async function redirect(
  ctx: Context,
  reply: FastifyReply,
  row: { id: string; is_public: boolean },
  file: StoredFile,
  cacheControl: string,
) {
  const url = await ctx.media.storage.link?.(row.id, file, STORE_LINK_SECONDS, cacheControl);
  // The redirect expires before the link that it leads to.
  const scope = row.is_public ? 'public' : 'private';
  void reply.header('Cache-Control', `${scope}, max-age=${STORE_LINK_SECONDS - 60}`);
  return reply.redirect(String(url), 302);
}
