import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import underPressure from '@fastify/under-pressure';
import fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '@roost/contract/errors';
import type { Config } from '../config.ts';
import type { Viewer } from '../context.ts';
import { isOwnOrigin } from './cross-site.ts';
import { translateErrors } from './errors.ts';
import { securityHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null;
  }
}

const MB = 1_048_576;
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The HTTP server with everything that holds for every route, and no routes yet. */
export async function makeServer(config: Config, log: Logger): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log,
    trustProxy: trusted(config.trustProxy),
    genReqId: () => randomUUID(),
    bodyLimit: MB,
    // A connection that says nothing for 30 s is closed; a slow upload that goes on is not.
    connectionTimeout: 30_000,
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    routerOptions: { maxParamLength: 300 },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance;
  app.decorateRequest('viewer', null);
  translateErrors(app);
  await app.register(underPressure, {
    maxEventLoopDelay: 2_000,
    retryAfter: 2,
    pressureHandler: () => {
      throw new AppError('unavailable', { retryAfter: 2 });
    },
  });
  await securityHeaders(app, config);
  await app.register(cookie);
  await app.register(compress, { encodings: ['gzip'], threshold: 1_024 });
  bodies(app);
  await app.register(multipart, { limits: { fieldSize: MB, headerPairs: 50, fieldNameSize: 100 } });
  await app.register(cors, {
    origin: config.corsOrigins,
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Content-Type', 'Idempotency-Key'],
    exposedHeaders: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) void reply.header('Cache-Control', 'no-store');
    if (!SAFE.has(request.method) && !isOwnOrigin(config, request.headers)) throw new AppError('foreign_origin');
  });
  return app;
}

/** JSON and multipart; anything else with a body is 415, and an empty body is never judged by its type. */
function bodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/json(?:;\s*charset="?utf-8"?)?$/i, { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(body as string));
    } catch {
      done(new AppError('bad_input', { message: 'The body is not valid JSON.' }));
    }
  });
  app.addHook('onRequest', async (request) => {
    const { headers } = request;
    const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
    if (isEmpty) delete headers['content-type'];
  });
}

/** Fastify takes no number of hops, but a function of the hop's place. */
function trusted(setting: Config['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting;
}
