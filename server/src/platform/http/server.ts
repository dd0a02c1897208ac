import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import underPressure from '@fastify/under-pressure';
import fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type RawServerDefault,
} from 'fastify';
import { AppError } from '@roost/contract/errors';
import type { Context, Viewer } from '../../kernel/context.ts';
import { bodies, BODY_BYTES } from './bodies.ts';
import { isOwnOrigin } from './security/cross-site.ts';
import { sendError, translateErrors } from './errors/errors.ts';
import { defaultTimeouts, type RequestTimeouts } from './limits/request-timeouts.ts';
import { limitOpenRequests } from './limits/limit-open-requests.ts';
import { refuseUnreadable } from './errors/raw-refusal.ts';
import { readableUrl } from './readable-url.ts';
import { trustOf } from './limits/request-address.ts';
import { traceRequests } from './trace-requests.ts';
import { isLostShare } from './documents/service-worker.ts';
import { bareHeaders, securityHeaders } from './security/security-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null;
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Makes the HTTP server with everything that applies to all routes. It has no routes yet. */
export async function makeServer(
  {
    config,
    log,
    metrics,
    traces,
  }: Pick<Context, 'config' | 'log' | 'metrics'> & Partial<Pick<Context, 'traces'>>,
  timeouts: RequestTimeouts = defaultTimeouts,
): Promise<FastifyInstance> {
  const app = fastify(serverOptions(config, log)) as unknown as FastifyInstance;
  app.decorateRequest('viewer', null);
  translateErrors(app);
  if (traces) traceRequests(app, traces);
  // Comes first, because refusals of the other hooks have it too.
  app.addHook('onRequest', ({ id }, reply, done) => {
    void reply.header('x-request-id', id);
    done();
  });
  await app.register(underPressure, {
    maxEventLoopDelay: 2_000,
    // If the event loop blocks for one whole interval, the plugin reports overload. A slow start blocks it for a second.
    sampleInterval: 5_000,
    retryAfter: 2,
    pressureHandler: () => {
      metrics.shedRequests.add('overload');
      throw new AppError('unavailable', { retryAfter: 2 });
    },
  });
  securityHeaders(app, config);
  limitOpenRequests(app, { config, metrics }, timeouts);
  await app.register(cookie);
  await app.register(compress, {
    encodings: ['gzip'],
    threshold: 1_024,
    // Streams cost more than the compression of a page. The default depends on the number of cores, and is 4 KB from three on.
    syncThreshold: 32_768,
  });
  await bodies(app);
  if (config.corsOrigins.length > 0)
    await app.register(cors, {
      origin: config.corsOrigins,
      credentials: true,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: ['Content-Type', 'Idempotency-Key'],
      exposedHeaders: [
        'Retry-After',
        'RateLimit-Limit',
        'RateLimit-Remaining',
        'RateLimit-Reset',
        'X-Request-Id',
      ],
    });
  app.addHook('onRequest', (request, _reply, done) => {
    const isAllowed =
      SAFE.has(request.method) || isOwnOrigin(config, request.headers) || isLostShare(request);
    done(isAllowed ? undefined : new AppError('foreign_origin'));
  });
  return app;
}

function serverOptions(
  { trustProxy }: Context['config'],
  log: Context['log'],
): FastifyHttpOptions<RawServerDefault, Context['log']> {
  return {
    loggerInstance: log,
    trustProxy: trustOf(trustProxy) ?? false,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_BYTES.without,
    // Closes a connection that is silent for 30 s. `limitOpenRequests` limits the time of a body.
    connectionTimeout: 30_000,
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
      // The server ignores the upgrade header of all other requests.
      shouldUpgradeCallback: ({ url = '' }) => url.startsWith('/socket.io/'),
    },
    routerOptions: { maxParamLength: 300 },
    // While closing, the server still answers a request on an open connection. It is the last one there.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseUnreadable,
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    frameworkErrors: (_error, { id }, reply) => {
      // The path is not readable, or a parameter of it is too long for any id.
      // No hook has run for this request, so the headers are set here.
      sendError(reply.headers({ ...bareHeaders, 'x-request-id': id }), new AppError('not_found'));
    },
  };
}
