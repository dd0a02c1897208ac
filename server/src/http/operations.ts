import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { AppError } from '@roost/contract/errors';
import type { Context } from '../context.ts';
import { canReach } from '../db/client.ts';

/** Milliseconds one answer about the database holds for. */
const PING_CACHED = 1_000;

/** For whoever runs the place: is it alive, is it ready, what does it do. */
export function operations(app: FastifyInstance, ctx: Context, isDraining: () => boolean): void {
  app.get('/live', { logLevel: 'silent' }, async () => ({ status: 'success' }));

  const ping = pinger(ctx);
  app.get('/ready', { logLevel: 'silent' }, async () => {
    if (isDraining() || !(await ping())) throw new AppError('unavailable', { retryAfter: 2 });
    // Without Redis all but what is live across nodes goes on: no reason to send people away.
    return { status: 'success', ...(ctx.redis && { redis: ctx.redis.isReady ? 'ready' : 'away' }) };
  });

  // A connection kept open by an answer under way would hold up the closing until it times out.
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining()) void reply.header('Connection', 'close');
  });
  // So would one whose answer, a video say, had begun before.
  app.addHook('onResponse', async () => {
    if (isDraining()) setImmediate(() => app.server.closeIdleConnections());
  });

  const registry = metrics(app);
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    const { metricsToken } = ctx.config;
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (!metricsToken || !given || !isSame(given, metricsToken)) throw new AppError('not_found');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function pinger(ctx: Context): () => Promise<boolean> {
  let asked = 0;
  let answer = Promise.resolve(false);
  return () => {
    if (Date.now() - asked > PING_CACHED) {
      asked = Date.now();
      const late = new Promise<boolean>((resolve) => setTimeout(resolve, 1_000, false).unref());
      const now = canReach(ctx.db).then(
        () => true,
        () => false,
      );
      answer = Promise.race([now, late]);
    }
    return answer;
  };
}

function metrics(app: FastifyInstance): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    // By the route's pattern, never the path: a label for every id would grow without end.
    const route = request.routeOptions.url ?? 'none';
    durations.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
  });
  return registry;
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
