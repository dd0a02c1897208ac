import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import underPressure from '@fastify/under-pressure';
import fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '@roost/contract/errors';
import type { Config } from '../config.ts';
import type { Viewer } from '../context.ts';
import { bodies } from './bodies.ts';
import { isOwnOrigin } from './cross-site.ts';
import { sendError, translateErrors } from './errors.ts';
import { MAX_BODY } from './multipart.ts';
import { refuseUnreadable } from './raw-refusal.ts';
import { readableUrl } from './readable-url.ts';
import { bareHeaders, securityHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null;
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The HTTP server with everything that holds for every route, and no routes yet. */
export async function makeServer(config: Config, log: Logger): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log,
    trustProxy: trusted(config.trustProxy),
    genReqId: () => randomUUID(),
    bodyLimit: MAX_BODY,
    // A connection that says nothing for 30 s is closed; a slow upload that goes on is not.
    connectionTimeout: 30_000,
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    routerOptions: { maxParamLength: 300 },
    // What still comes on an open connection while closing is answered like any other, and is its last.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseUnreadable,
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    frameworkErrors: (_error, _request, reply) => {
      // A path under /api that can't be read, or one with a part too long to name anything, names nothing.
      // No hook has run for it, so what every answer carries is said here.
      sendError(reply.headers(bareHeaders), new AppError('not_found'));
    },
  }) as unknown as FastifyInstance;
  app.decorateRequest('viewer', null);
  translateErrors(app);
  await app.register(underPressure, {
    maxEventLoopDelay: 2_000,
    // It takes a loop that stood still for one whole interval as overloaded without end: a second of that is but a slow start.
    sampleInterval: 5_000,
    retryAfter: 2,
    pressureHandler: () => {
      throw new AppError('unavailable', { retryAfter: 2 });
    },
  });
  await securityHeaders(app, config);
  await app.register(cookie);
  await app.register(compress, { encodings: ['gzip'], threshold: 1_024 });
  await bodies(app);
  await app.register(cors, {
    origin: config.corsOrigins,
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Content-Type', 'Idempotency-Key'],
    exposedHeaders: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  });
  app.addHook('onRequest', async (request, reply) => {
    // Files that may be kept say so themselves.
    void reply.header('Cache-Control', 'no-store');
    if (!SAFE.has(request.method) && !isOwnOrigin(config, request.headers))
      throw new AppError('foreign_origin');
  });
  return app;
}

/** Fastify takes no number of hops, but a function of the hop's place. */
function trusted(setting: Config['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting;
}
