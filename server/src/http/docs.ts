import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '@roost/contract/errors';
import { findViewer } from '../auth/sessions.ts';
import type { Context } from '../context.ts';
import { readToken } from './cookie.ts';
import { addressKey } from './limiter.ts';
import { describeApi } from './openapi.ts';

/** The contract for people and programs, for the signed-in only: a page and its JSON. */
export async function docs(app: FastifyInstance, ctx: Context): Promise<void> {
  const description = describeApi();
  const onlyMembers = async (request: FastifyRequest) => {
    const viewer = await findViewer(ctx, readToken(ctx.config, request));
    await ctx.limiter.take('reads', viewer?.id ?? addressKey(request.ip));
    if (!viewer) throw new AppError('unauthenticated');
  };
  app.get('/api/openapi.json', { onRequest: onlyMembers }, async () => description);
  await app.register(swagger, {
    mode: 'static',
    specification: { document: description as never },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiHooks: {
      onRequest: (request, _reply, next) => void onlyMembers(request).then(() => next(), next),
    },
    staticCSP: false,
    uiConfig: { docExpansion: 'none', tryItOutEnabled: false, layout: 'BaseLayout' },
  });
}
