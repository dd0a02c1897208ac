import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@roost/contract/errors';
import { id as idSchema } from '@roost/contract/wire';
import { findViewer } from '../auth/sessions.ts';
import type { Context } from '../context.ts';
import { readToken } from '../http/cookie.ts';
import { rangeOf } from '../http/range.ts';
import { findMedia } from './media.queries.ts';
import type { StoredFile } from './storage/storage.ts';

const YEAR = 31_536_000;
/** Seconds an object store's own address is good for. */
const LINK_SECONDS = 300;

type FileRequest = FastifyRequest<{
  Params: { id: string; file: string };
  Querystring: { e?: unknown; s?: unknown };
}>;

/** The files themselves: public ones for anyone, all others by an address signed for who asks. */
export function filesRoutes(app: FastifyInstance, ctx: Context): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/:id/:file',
    handler: async (request, reply) => serve(ctx, request as FileRequest, reply),
  });
}

async function serve(ctx: Context, request: FileRequest, reply: FastifyReply) {
  const notFound = new AppError('not_found');
  const id = idSchema.safeParse(request.params.id);
  if (!id.success || request.params.file.length > 40) throw notFound;
  const seconds = await signedSeconds(ctx, request);
  const row = await findMedia(ctx, id.data);
  const file = row && fileCalled(row.files, request.params.file);
  if (!row || !file || !(row.is_public || seconds > 0)) throw notFound;

  const cacheControl = row.is_public
    ? `public, max-age=${YEAR}, immutable`
    : `private, max-age=${seconds}`;
  const etag = `"${row.id}-${file.name}"`;
  setHeaders(reply, file, etag, cacheControl);
  if (isKnown(request, etag)) return reply.code(304).send();
  // What an object store signs is one method alone.
  return ctx.media.storage.link && request.method === 'GET'
    ? redirect(ctx, reply, row, file, cacheControl)
    : send(ctx, request, reply, row.id, file, etag);
}

/** Whether the asker has it already; files never change, so any copy is the same. */
function isKnown({ headers }: FileRequest, etag: string): boolean {
  const known = headers['if-none-match'];
  return known !== undefined && (known.trim() === '*' || known.includes(etag));
}

/** How long the signature in the address still holds for who asks: 0 without one, and a bad one is refused. */
async function signedSeconds(ctx: Context, request: FileRequest): Promise<number> {
  const { e: expires, s: signature } = request.query;
  if (expires === undefined && signature === undefined) return 0;
  const viewer = await findViewer(ctx, readToken(ctx.config, request));
  const { id, file } = request.params;
  const seconds =
    viewer && typeof expires === 'string' && typeof signature === 'string'
      ? ctx.media.links.secondsLeft(ctx.media.links.path(id, file), viewer.id, {
          expires,
          signature,
        })
      : 0;
  if (seconds <= 0) throw new AppError('forbidden', { message: 'This link is no longer valid.' });
  return seconds;
}

/** A picture that is not as wide as the variant asked for is served as wide as it is. */
function fileCalled(files: StoredFile[], name: string): StoredFile | undefined {
  const pictures = files.filter((file) => /^\d+\.webp$/.test(file.name));
  return (
    files.find((file) => file.name === name && file.type !== '') ??
    (/^\d{2,5}\.webp$/.test(name) ? pictures.at(-1) : undefined)
  );
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
  const url = await ctx.media.storage.link?.(row.id, file, LINK_SECONDS, cacheControl);
  // Kept a little shorter than the address it leads to holds.
  const scope = row.is_public ? 'public' : 'private';
  void reply.header('Cache-Control', `${scope}, max-age=${LINK_SECONDS - 60}`);
  return reply.redirect(String(url), 302);
}
