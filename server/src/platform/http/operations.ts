import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics } from 'prom-client';
import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';
import { SingleFlight } from '../../lib/single-flight.ts';
import { MetricsOfWorkers } from '../cluster/metrics-of-workers.ts';
import { workerTransport } from '../cluster/worker-transport.ts';
import { ClockSkew } from '../database/clock-skew.ts';

/** How long one result of the database check is used. */
const PING_CACHE_MS = 1_000;
const PING_TIMEOUT_MS = 1_000;

/** The endpoints for operators: `/live`, `/ready` and `/metrics`. */
export function operations(app: FastifyInstance, ctx: Context, isDraining: () => boolean): void {
  app.get('/live', { logLevel: 'silent' }, async () => ({ status: 'success' }));

  const clock = new ClockSkew(ctx.db, ctx.log);
  app.addHook('onClose', async () => clock.close());
  const pings = new SingleFlight<boolean>({ lifetimeMs: PING_CACHE_MS });
  app.get('/ready', { logLevel: 'silent' }, async () => {
    if (
      isDraining() ||
      !(await pings.run('', async () => resolvesInTime(clock.compare()))) ||
      clock.isTooFarOff
    )
      throw new AppError('unavailable', { retryAfter: 2 });
    // A node stays ready without Redis, because only live events from other nodes are missing then.
    // It also stays ready without a node of a distributed database, because only the rows of that node are missing.
    return {
      status: 'success',
      ...(ctx.shards && ctx.shards.away.length > 0 && { degraded: true }),
      ...(ctx.redis && { redis: ctx.redis.isReady ? 'ready' : 'away' }),
    };
  });

  // Otherwise a connection that stays open after its answer delays the shutdown until it times out.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining()) void reply.header('Connection', 'close');
    done();
  });
  // The same applies to a connection whose answer began before the shutdown, for example a video. During the drain, a proxy may send
  // a request at any moment, so its idle connections stay open.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (!app.server.listening) setImmediate(() => app.server.closeIdleConnections());
    done();
  });

  addMetrics(app, ctx, clock);
  const { registry } = ctx.metrics;
  const readAll = metricsReader(ctx);
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    const { metricsTokens } = ctx.config;
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (!given || !metricsTokens.some((token) => isSame(given, token)))
      throw new AppError('not_found');
    return reply.type(registry.contentType).send(await readAll());
  });
}

/** Tells whether this promise resolves within `PING_TIMEOUT_MS`. */
async function resolvesInTime(ping: Promise<void>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) =>
    setTimeout(resolve, PING_TIMEOUT_MS, false).unref(),
  );
  const now = ping.then(
    () => true,
    () => false,
  );
  return Promise.race([now, late]);
}

/** Returns the function that reads the metrics of this process, or of all workers that share its port. */
function metricsReader({ config: { worker }, metrics: { registry } }: Context) {
  const readOwn = async () => registry.metrics();
  if (!worker) return readOwn;
  registry.setDefaultLabels({ process: String(worker.number) });
  const all = new MetricsOfWorkers(workerTransport(), readOwn);
  return async () => all.read();
}

function addMetrics(app: FastifyInstance, { metrics, shards }: Context, clock: ClockSkew): void {
  collectDefaultMetrics({ register: metrics.registry });
  metrics.addGauge(
    {
      name: 'clock_skew_seconds',
      help: "How far this machine's clock is ahead of the database's.",
    },
    () => clock.milliseconds / 1_000,
  );
  metrics.addGauge(
    {
      name: 'database_nodes_away',
      help: 'Workers of a distributed database that do not answer its coordinator.',
    },
    () => shards?.away.length ?? 0,
  );
  app.addHook('onResponse', (request, reply, done) => {
    // The label is the route's pattern, not the path: one label for each id would grow without limit.
    const route = request.routeOptions.url ?? 'none';
    metrics.requests.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
    done();
  });
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
