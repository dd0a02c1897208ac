import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '@roost/contract/errors';
import type { Context } from '../../../kernel/context.ts';
import { readToken } from '../security/cookie.ts';
import { networkKey } from '../limits/network-key.ts';
import type { FindViewer } from '../find-viewer.ts';
import { describeApi } from './openapi.ts';

/** The plugin would write the whole description as YAML for each request, which blocks the server for 150 ms. The page reads JSON. */
function assertNoYaml({ routeOptions }: FastifyRequest): void {
  if (routeOptions.url?.endsWith('/yaml')) throw new AppError('not_found');
}

/** Serves the API description to signed-in people, as a page and as OpenAPI JSON. It has the name of the site. */
export async function docs(
  app: FastifyInstance,
  ctx: Context,
  { findViewer, readName }: { findViewer: FindViewer; readName: () => Promise<string> },
): Promise<void> {
  const description = describeApi();
  const named = (title: string) => ({ ...description, info: { ...description.info, title } });
  let name: string = description.info.title;
  const onlyMembers = async (request: FastifyRequest) => {
    const viewer = await findViewer(ctx, readToken(ctx.config, request), request.ip);
    await ctx.limiter.take('reads', viewer?.id ?? networkKey(request.ip));
    if (!viewer) throw new AppError('unauthenticated');
  };
  app.get('/api/openapi.json', { onRequest: onlyMembers }, async () => named(await readName()));
  await app.register(swagger, {
    mode: 'static',
    specification: { document: description as never },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiHooks: {
      onRequest: (request, _reply, next) =>
        void onlyMembers(request)
          .then(() => assertNoYaml(request))
          .then(async () => (name = await readName()))
          .then(() => next(), next),
    },
    transformSpecification: () => named(name) as never,
    transformSpecificationClone: false,
    staticCSP: false,
    uiConfig: { docExpansion: 'none', tryItOutEnabled: false, layout: 'BaseLayout' },
  });
}
