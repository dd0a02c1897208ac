// Long because it wires everything, to be seen in one place.
import { setTimeout as wait } from 'node:timers/promises';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import type { DestinationStream } from 'pino';
import { FailedAttempts } from './auth/activity/failed-attempts.ts';
import { HashingPool } from './auth/passwords/hashing-pool.ts';
import { KnownDevices } from './auth/known-devices.ts';
import { receiveReports } from './auth/session-cache/forget-ended-sessions.ts';
import { assertStaffFactor } from './auth/policy/staff-factor.ts';
import { findViewer } from './auth/sessions/find-viewer.ts';
import { SessionCache } from './auth/session-cache/session-cache.ts';
import { SessionTokens } from './auth/sessions/session-tokens.ts';
import type { Config } from './kernel/config.ts';
import { jobs } from './jobs.ts';
import type { Context } from './kernel/context.ts';
import { openDatabase } from './platform/database/client.ts';
import type { SenderOptions } from './platform/database/connection/statement-sender.ts';
import { logHang } from './platform/database/connection/hang-detector.ts';
import { migrate } from './platform/database/migrate.ts';
import { ShardNodes } from './platform/database/connection/shard-nodes.ts';
import { EventBus } from './kernel/events.ts';
import type { Cluster } from './kernel/messages.ts';
import { SecretBox } from './auth/secret-box.ts';
import { FeedCache } from './feed/feed-cache.ts';
import { Cursors } from './platform/http/paging/cursors.ts';
import { docs } from './platform/http/openapi/docs.ts';
import { Limiter } from './platform/http/limits/rate-limiter.ts';
import type { RequestTimeouts } from './platform/http/limits/request-timeouts.ts';
import { operations } from './platform/http/operations.ts';
import { makeAsk, makeRoute } from './platform/http/route.ts';
import { makeServer } from './platform/http/server.ts';
import { makeStart } from './platform/http/documents/start-data.ts';
import { provideSite } from './platform/http/documents/document-site.ts';
import { webApp } from './platform/http/documents/web-app.ts';
import { addJob } from './platform/jobs/add-job.ts';
import { startJobs } from './platform/jobs/start-jobs.ts';
import { rankPopularJob } from './feed/feed.jobs.ts';
import { rankHashtagsJob } from './search/search.jobs.ts';
import { addBackupGauges } from './platform/backup/backup-age.ts';
import { endBackup } from './platform/backup/make-backup.ts';
import { makeLog } from './platform/log.ts';
import { countMails, makeMailer, warnOfMail } from './platform/mail/mailer.ts';
import { reserveUpload } from './media/quota/reserve-quota.ts';
import { maySeeMedia } from './posts/access/may-see-media.ts';
import { fileRoutes } from './media/serving/file.routes.ts';
import type { Disk } from './media/quota/disk-space.ts';
import { addMediaGauges } from './media/media-metrics.ts';
import { openMedia, type MediaPorts } from './media/media-ports.ts';
import { discardUnused, prepareMedia } from './media/uploads/prepare-media.ts';
import { Metrics } from './platform/metrics/metrics.ts';
import { policyPages } from './pages/policy-pages.routes.ts';
import { exportFileRoutes } from './personal-data/export/export-file.routes.ts';
import { openTraces } from './platform/traces/open-traces.ts';
import { openPayments } from './billing/provider/open-payments.ts';
import { sandboxRoutes } from './billing/provider/sandbox/sandbox.routes.ts';
import { bindRoutes } from './routes.ts';
import { startSockets, type LiveParts, type SocketOptions } from './sockets.ts';
import { documentSite } from './site/present-site.ts';
import { Site } from './site/site.ts';
import { subscribe } from './subscriptions.ts';
import { joinCluster } from './platform/cluster/join-cluster.ts';
import { RedisConnections } from './platform/cluster/redis.ts';
import { KeyRings } from './config/key-rings.ts';
import { checkoutRoutes } from './billing/checkout/checkout.routes.ts';
import { warnOfPayments } from './billing/payments/warn-of-payments.ts';
import { webhookRoutes } from './billing/payments/webhook.routes.ts';

export interface App {
  /** Where it listens, as a URL. */
  address: string;
  /** The context of every operation. Tests read the database through it. */
  ctx: Context;
  /** Every endpoint that has a handler. */
  bound: ReadonlySet<AnyEndpoint>;
  /** Every route the router has, endpoint or not. */
  routes: readonly { method: string; url: string }[];
  /** Finishes what is under way, then closes everything. */
  close(): Promise<void>;
}

export interface AppOptions extends SocketOptions {
  onStatement?: SenderOptions['onStatement'];
  onResult?: SenderOptions['onResult'];
  /** Receives the lines of the log. The default is standard output. */
  logTo?: DestinationStream;
  /** How long the server waits for slow senders and readers. */
  timeouts?: RequestTimeouts;
  /** The other nodes. The default follows from the settings. */
  cluster?: Cluster;
  /** The services for pictures and videos. The default opens them for a server. */
  media?: MediaPorts;
  /** Measures the free space of a folder's disk. The default asks the system. */
  measureDisk?: (folder: string) => Promise<Disk>;
  /** A request that would wait longer for a slot is refused. */
  maxWaitMs?: number;
  /** The folder of the built web app. Ends in a slash. */
  webFolder?: string;
}

/** How long open answers may take after the server begins to close. */
const FINISH_TIMEOUT_MS = 10_000;

/** Each endpoint with the function that answers it. */
type Bound = Parameters<typeof makeRoute>[2]['bound'];
type Server = Awaited<ReturnType<typeof makeServer>>;

/** Wires the whole application together and starts it. If a step fails, everything opened before is closed again. */
export async function startApp(
  config: Config,
  database: { url: string; adminUrl: string },
  options: AppOptions = {},
): Promise<App> {
  const log = makeLog(config, options.logTo);
  await migrate(database.adminUrl, { log: (line) => log.warn(line) });
  // Closed from the last to the first: sockets, requests under way, jobs, database.
  await using opened = new AsyncDisposableStack();
  const ctx = await makeContext(config, database.url, options);
  opened.use(closingOf(ctx));
  const live: Partial<LiveParts> = {};
  subscribe(ctx, live);
  const reports = receiveReports(ctx, database.adminUrl);
  opened.defer(async () => reports.close());
  if (config.roles.includes('jobs')) {
    const running = await startJobs(ctx, database.adminUrl, jobs);
    opened.defer(() => running.stop());
  }
  await addJob(ctx, rankHashtagsJob, {});
  await addJob(ctx, rankPopularJob, {});
  await warnOfPayments(ctx);
  warnOfProxy(ctx);
  addGauges(ctx);
  warnOfMail(config, ctx.log);
  // These run before the jobs stop. Otherwise the shutdown would wait for the media workers and for a backup.
  opened.defer(() => ctx.media.close());
  opened.defer(() => endBackup(config));

  const server = await makeServer(ctx, options.timeouts);
  opened.defer(() => closeServer(server));
  const routes = recordRoutes(server);
  const bound: Bound = new Map();
  let isDraining = false;
  operations(server, ctx, () => isDraining);
  if (config.roles.includes('web'))
    opened.use(await serveWeb(ctx, server, { bound, live, options }));
  const address = await server.listen({ port: config.port, host: config.host });
  ctx.payments.listensAt?.(
    address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:'),
  );

  const resources = opened.move();
  return {
    address,
    ctx,
    bound: new Set(bound.keys()),
    routes,
    async close() {
      isDraining = true;
      // Proxies send requests until they notice that this node is not ready.
      await wait(config.drainSeconds * 1_000);
      await resources.disposeAsync();
    },
  };
}

/** Closes the parts of the context, the last one first. */
export function closingOf(ctx: Context): AsyncDisposable {
  const parts = new AsyncDisposableStack();
  parts.defer(() => ctx.traces?.close());
  parts.defer(() => ctx.db.destroy());
  parts.defer(() => ctx.shards?.close());
  parts.defer(() => ctx.redis?.close());
  parts.defer(() => ctx.cluster.close());
  parts.defer(() => ctx.feed.close());
  parts.defer(() => ctx.failedAttempts.flush());
  parts.defer(() => ctx.hashing.close());
  return parts;
}

/** Shows the queues of this process, and the disks of its files. */
function addGauges(ctx: Context): void {
  const { metrics, hashing, failedAttempts, feed } = ctx;
  for (const [senders, queue] of Object.entries(hashing.queues))
    metrics.addQueue(`password_hashes_${senders}`, queue);
  metrics.addQueue('failed_attempts', failedAttempts);
  metrics.addQueue('shown_pages', feed.shownPages);
  addMediaGauges(ctx);
  addBackupGauges(ctx);
}

function warnOfProxy({ config, log }: Context): void {
  if (config.publicUrl && !config.trustProxy)
    log.warn(
      'PUBLIC_URL is set and TRUST_PROXY is off: behind a proxy everybody would share one address and its limits',
    );
}

/** The list of all routes that the server gets after this call. */
function recordRoutes(server: Server): App['routes'] {
  const routes: { method: string; url: string }[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url });
  });
  return routes;
}

/** Binds all routes for browsers and starts the sockets. The returned object stops the sockets. */
async function serveWeb(
  ctx: Context,
  server: Server,
  { bound, live, options }: { bound: Bound; live: Partial<LiveParts>; options: AppOptions },
): Promise<AsyncDisposable> {
  provideSite(server, async () => documentSite(ctx, await ctx.site.readOrLast()));
  const intake = { reserve: reserveUpload, prepare: prepareMedia, discardUnused };
  bindRoutes(
    makeRoute(server, ctx, {
      bound,
      intake,
      findViewer,
      assertStaff: assertStaffFactor,
      maxWaitMs: options.maxWaitMs,
    }),
  );
  fileRoutes(server, ctx, maySeeMedia);
  await webhookRoutes(server, ctx);
  await checkoutRoutes(server, ctx);
  if (ctx.payments.name === 'sandbox') await sandboxRoutes(server, ctx);
  exportFileRoutes(server, ctx);
  policyPages(server, ctx);
  await docs(server, ctx, { findViewer, readName: async () => ctx.site.readName() });
  await webApp(server, {
    config: ctx.config,
    start: makeStart(ctx.config, makeAsk(bound)),
    folder: options.webFolder,
  });
  return startSockets(ctx, server, live, options);
}

/** Finishes open answers, but closes a long download after `FINISH_TIMEOUT_MS`. */
async function closeServer(server: Server): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), FINISH_TIMEOUT_MS);
  await server.close();
  clearTimeout(timer);
}

/** Opens everything that operations use. The operator's commands use it too. */
export async function makeContext(
  config: Config,
  databaseUrl: string,
  options: AppOptions,
): Promise<Context> {
  const log = makeLog(config, options.logTo);
  const metrics = new Metrics();
  const traces = await openTraces(config, log);
  const redis = config.redis && (await RedisConnections.open(config.redis, log));
  const shards = await ShardNodes.open(databaseUrl, log);
  const db = openDatabase({
    url: databaseUrl,
    preparedStatements: config.preparedStatements,
    onStatement: options.onStatement,
    onResult: options.onResult,
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
    onHang: logHang(log, 'database'),
    shards,
    metrics,
    traces,
  });
  const site = new Site({ config, db });
  const keys = new KeyRings(config);
  return {
    config,
    cursors: new Cursors(keys.of('cursor-key')),
    keys,
    log,
    db,
    shards,
    redis,
    cluster: options.cluster ?? (await joinCluster(redis, log, traces)),
    limiter: new Limiter(config.rateLimits, redis?.client, metrics.limitRefusals),
    mailer: countMails(
      makeMailer(config, log, async () => site.readName()),
      metrics.mails,
    ),
    media: options.media ?? (await openMedia(config, keys, log, options.measureDisk)),
    metrics,
    payments: openPayments(config, keys),
    origin: config.publicUrl ?? `http://localhost:${config.port}`,
    events: new EventBus((error, event) => log.error({ err: error, event }, 'event not delivered')),
    feed: new FeedCache(),
    failedAttempts: new FailedAttempts(),
    secretBox: new SecretBox(keys.of('secret-key')),
    sessions: new SessionCache(),
    site,
    sessionTokens: new SessionTokens(keys.of('session-key')),
    devices: new KnownDevices(keys.of('device-key')),
    hashing: new HashingPool(),
    traces,
  };
}
