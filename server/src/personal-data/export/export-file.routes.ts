import type { FastifyInstance } from 'fastify';
import { AppError } from '@roost/contract/errors';
import { id as idSchema } from '@roost/contract/wire';
import { findViewer } from '../../auth/sessions/find-viewer.ts';
import type { Context, MemberContext } from '../../kernel/context.ts';
import { networkKey } from '../../platform/http/limits/network-key.ts';
import { rangeOf } from '../../platform/http/range.ts';
import { readToken } from '../../platform/http/security/cookie.ts';
import { findOwnExport } from './find-own-export.ts';
import { EXPORT_FILE } from './make-export.ts';

/** Sends the file of an export to its owner. The server always sends it itself, because a link of an object store has no session. */
export function exportFileRoutes(app: FastifyInstance, ctx: Context): void {
  app.route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/api/auth/export/:id',
    onRequest: async (request) => {
      const viewer = await findViewer(ctx, readToken(ctx.config, request), request.ip);
      await ctx.limiter.take('mediaFiles', viewer?.id ?? networkKey(request.ip));
      if (!viewer) throw new AppError('unauthenticated');
      request.viewer = viewer;
    },
    handler: async (request, reply) => {
      const id = idSchema.safeParse(request.params.id);
      const { viewer } = request;
      if (!viewer || !id.success) throw new AppError('not_found');
      const member: MemberContext = { ...ctx, viewer };
      const found = await findOwnExport(member, id.data);
      const etag = `"${found.id}"`;
      const range = rangeOf(request.headers, found.bytes, etag);
      void reply.headers({
        'Content-Type': EXPORT_FILE.type,
        'Content-Disposition': `attachment; filename="export-${found.createdAt.toISOString().slice(0, 10)}.zip"`,
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'private, no-store',
        'Accept-Ranges': 'bytes',
        ETag: etag,
      });
      if (range === 'unsatisfiable')
        return reply.header('Content-Range', `bytes */${found.bytes}`).code(416).send();
      if (range)
        void reply
          .code(206)
          .header('Content-Range', `bytes ${range.start}-${range.end}/${found.bytes}`);
      void reply.header('Content-Length', range ? range.end - range.start + 1 : found.bytes);
      return reply.send(
        await ctx.media.exports.read(found.id, EXPORT_FILE.name, range ?? undefined),
      );
    },
  });
}
