// Long because it wires everything, to be seen in one place.
import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import type { DestinationStream } from 'pino';
import { authRoutes } from './auth/auth.routes.ts';
import { rememberSessions } from './auth/remember-sessions.ts';
import { sendPasswordReset } from './auth/reset-password.ts';
import { SessionCache } from './auth/session-cache.ts';
import { blocksRoutes } from './blocks/blocks.routes.ts';
import { blockWithin } from './chat/block-within.ts';
import { chatEvents } from './chat/chat-events.ts';
import { callsRoutes } from './calls/calls.routes.ts';
import { Calls } from './calls/calls.ts';
import { endOnBlock } from './calls/end-on-block.ts';
import { chatRoutes } from './chat/chat.routes.ts';
import { findWatched } from './chat/find-watched.ts';
import { chatPresenters } from './chat/present-chat.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { openDatabase, type Database } from './db/client.ts';
import { LastWrites } from './db/last-writes.ts';
import type { OldReads } from './db/reads.ts';
import { Replica } from './db/replica.ts';
import { migrate } from './db/migrate.ts';
import { EventBus, type DomainEvents } from './domain-events.ts';
import { feedEvents } from './feed/feed-events.ts';
import { FeedMemory } from './feed/feed-memory.ts';
import { feedRoutes } from './feed/feed.routes.ts';
import { rankPopular } from './feed/rank-popular.ts';
import { spreadLeftOver } from './feed/timelines/fan-out.ts';
import { followsRoutes } from './follows/follows.routes.ts';
import { readTokenOf } from './http/cookie.ts';
import { docs } from './http/docs.ts';
import { Limiter } from './http/limiter.ts';
import { limitsRoutes } from './http/limits.routes.ts';
import { operations } from './http/operations.ts';
import { makeAsk, makeRoute, type Route } from './http/route.ts';
import { makeServer } from './http/server.ts';
import { makeStart } from './http/start-data.ts';
import { webApp } from './http/web-app.ts';
import { backfillIndex, resumeBackfill } from './indexing/backfill-index.ts';
import { addJob, startJobs, type JobHandlers } from './jobs/jobs.ts';
import { sweep } from './jobs/sweep.ts';
import { makeLog } from './log.ts';
import { makeMailer } from './mail/mailer.ts';
import { announceMedia } from './media/video/announce-media.ts';
import { filesRoutes } from './media/files.routes.ts';
import { finishVideo } from './media/video/finish-video.ts';
import { openMedia } from './media/media-ports.ts';
import { mediaRoutes } from './media/media.routes.ts';
import { discardUnused, prepareMedia } from './media/prepare-media.ts';
import { deleteMediaFiles, sweepOrphans } from './media/sweep-media.ts';
import { notificationsRoutes } from './notifications/notifications.routes.ts';
import { notifyWithin } from './notifications/notify.ts';
import { presentChanges, presentNotifications } from './notifications/view-notifications.ts';
import { commentsRoutes } from './posts/comments.routes.ts';
import { postsRoutes } from './posts/posts.routes.ts';
import { reactionsRoutes } from './reactions/reactions.routes.ts';
import { policyPages } from './pages/policy-pages.routes.ts';
import { openPayments } from './payments/open-payments.ts';
import { deliverSandboxEvent } from './payments/sandbox/sandbox.ts';
import { sandboxRoutes } from './payments/sandbox/sandbox.routes.ts';
import { startGateway } from './realtime/gateway.ts';
import type { NodeNews, Nodes } from './realtime/nodes.ts';
import type { Presence } from './realtime/presence.ts';
import { meetNodes } from './realtime/nodes/meet-nodes.ts';
import { tellOthers } from './realtime/tell-others.ts';
import { RedisLinks } from './redis.ts';
import { rankHashtags } from './search/rank-hashtags.ts';
import { searchRoutes } from './search/search.routes.ts';
import { addRecorded } from './streams/record.ts';
import { checkSubscription } from './subscription/check-subscription.ts';
import { checkoutRoutes } from './subscription/checkout.routes.ts';
import { endPremium } from './subscription/end-premium.ts';
import { handlePaymentEvent } from './subscription/payment-events.ts';
import { warnOfPayments } from './subscription/payment-warnings.ts';
import { reconcilePayments } from './subscription/reconcile-payments.ts';
import { sendReceipt } from './subscription/send-receipt.ts';
import { subscriptionRoutes } from './subscription/subscription.routes.ts';
import { webhookRoutes } from './subscription/webhook.routes.ts';
import { usersRoutes } from './users/users.routes.ts';

export interface App {
  /** Where it listens, as a URL. */
  address: string;
  /** What every operation reaches; tests look at the database through it. */
  ctx: Context;
  /** Every endpoint that has a handler. */
  bound: ReadonlySet<AnyEndpoint>;
  /** Every route the router has, endpoint or not. */
  routes: readonly { method: string; url: string }[];
  /** Finishes what is under way, then closes everything. */
  close(): Promise<void>;
}

export interface AppOptions {
  onStatement?: (sql: string) => void;
  /** Where lines of log go; standard output unless told. */
  logTo?: DestinationStream;
  /** Milliseconds a person stays online after their last tab; the usual unless told. */
  presenceGrace?: number;
  /** Milliseconds a tab in a call may be away; the usual unless told. */
  callGrace?: number;
  /** How it meets other nodes; by the settings unless told. */
  nodes?: Nodes;
  /** Where the built web app is; the usual unless told. Ends in a slash. */
  webFolder?: string;
}

const jobHandlers: JobHandlers = {
  sendPasswordReset,
  sweep,
  sweepOrphans,
  deleteMediaFiles,
  finishVideo,
  rankHashtags,
  rankPopular,
  spreadLeftOver,
  backfillIndex,
  handlePaymentEvent,
  reconcilePayments,
  checkSubscription,
  endPremium,
  sendReceipt,
  deliverSandboxEvent,
};

/** Milliseconds answers under way may take when we close. */
const FINISH_WITHIN = 10_000;

/** Each endpoint with what answers it. */
type Bound = Parameters<typeof makeRoute>[2]['bound'];
type Server = Awaited<ReturnType<typeof makeServer>>;

/** Wires the whole application together and starts it. What was opened is closed again when a later step fails. */
export async function startApp(
  config: Config,
  database: { url: string; adminUrl: string },
  options: AppOptions = {},
): Promise<App> {
  await migrate(database.adminUrl);
  // Closed from the last to the first: sockets, requests under way, jobs, database.
  await using opened = new AsyncDisposableStack();
  const ctx = await makeContext(config, database.url, options);
  opened.defer(() => ctx.db.destroy());
  opened.defer(() => ctx.oldReads?.replica.close());
  opened.defer(() => ctx.redis?.close());
  opened.defer(() => ctx.nodes.close());
  opened.defer(() => ctx.feed.close(ctx));
  if (config.roles.includes('jobs')) {
    const jobs = await startJobs(ctx, database.adminUrl, jobHandlers);
    opened.defer(() => jobs.stop());
  }
  await addJob(ctx, 'rankHashtags', {});
  await addJob(ctx, 'rankPopular', {});
  await resumeBackfill(ctx);
  await warnOfPayments(ctx);
  // Before the jobs, which would be waited for.
  opened.defer(() => ctx.media.close());

  const server = await makeServer(config, ctx.log);
  opened.defer(() => closeServer(server));
  const routes: { method: string; url: string }[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url });
  });
  const bound: Bound = new Map();
  takePart(ctx.events);
  rememberSessions(ctx);
  feedEvents(ctx);
  tellOthers(ctx);
  let isDraining = false;
  operations(server, ctx, () => isDraining);
  if (config.roles.includes('web')) opened.use(await serveWeb(ctx, server, bound, options));
  const address = await server.listen({ port: config.port, host: config.host });
  ctx.payments.listensAt?.(
    address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:'),
  );

  const running = opened.move();
  return {
    address,
    ctx,
    bound: new Set(bound.keys()),
    routes,
    async close() {
      isDraining = true;
      // Until proxies have seen it, they send us more.
      await wait(config.drainSeconds * 1_000);
      await running.disposeAsync();
    },
  };
}

/** All that browsers ask for. What is returned ends the sockets. */
async function serveWeb(
  ctx: Context,
  server: Server,
  bound: Bound,
  options: AppOptions,
): Promise<AsyncDisposable> {
  const intake = { prepare: prepareMedia, discardUnused };
  bindRoutes(makeRoute(server, ctx, { bound, intake }));
  filesRoutes(server, ctx);
  await webhookRoutes(server, ctx);
  await checkoutRoutes(server, ctx);
  if (ctx.payments.name === 'sandbox') await sandboxRoutes(server, ctx);
  policyPages(server, ctx);
  await docs(server, ctx);
  await webApp(server, {
    start: makeStart(ctx.config, makeAsk(bound)),
    folder: options.webFolder,
  });
  return startSockets(ctx, server, options);
}

async function startSockets(
  ctx: Context,
  server: Server,
  options: AppOptions,
): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const gateway = startGateway(
    ctx,
    server.server,
    (header) => readTokenOf(server, ctx.config, header),
    {
      presenters: {
        notification: presentNotifications,
        notificationsChanged: presentChanges,
        ...chatPresenters,
      },
      makeHandlers: chatEvents,
      makeCalls: (wires) => new Calls(ctx, wires, options.callGrace),
      findWatched,
      presenceGrace: options.presenceGrace,
    },
  );
  opened.defer(() => gateway.close());
  const { calls } = gateway;
  ctx.events.on('callMoved', (event) => calls.moved(event));
  ctx.nodes.onTold('callMoved', (event) => calls.movedElsewhere(event));
  ctx.events.on('sessionsEnded', (event) => calls.sessionsEnded(event));
  await calls.start();
  // Before the sockets, over which they are told.
  opened.defer(() => calls.close());
  followPresence(ctx, gateway.presence);
  everywhere(ctx, 'mediaReady', (event) => {
    announceMedia(ctx, gateway.publish, event).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'mediaReady not announced'),
    );
  });
  ctx.events.on('premiumChanged', ({ userId, isActive }) =>
    gateway.tellHere(userId, 'premiumChanged', { premium: { isActive } }),
  );
  return opened.move();
}

/** Answers under way are finished, but nobody's long download keeps us from ending. */
async function closeServer(server: Server): Promise<void> {
  const patience = setTimeout(() => server.server.closeAllConnections(), FINISH_WITHIN);
  await server.close();
  clearTimeout(patience);
}

async function makeContext(
  config: Config,
  databaseUrl: string,
  options: AppOptions,
): Promise<Context> {
  const log = makeLog(config, options.logTo);
  const redis = config.redis && (await RedisLinks.open(config.redis, log));
  const connect = (url: string) =>
    openDatabase({
      url,
      preparedStatements: config.preparedStatements,
      onStatement: options.onStatement,
      onError: (error) => log.warn({ err: error }, 'database connection lost'),
    });
  const db = connect(databaseUrl);
  return {
    config,
    log,
    db,
    redis,
    oldReads: await openReplica(config, { db, connect, log, redis }),
    nodes: options.nodes ?? (await meetNodes(redis, log)),
    limiter: new Limiter(config.rateLimits, redis?.client),
    mailer: makeMailer(config, log),
    media: await openMedia(config),
    payments: openPayments(config),
    origin: config.publicUrl ?? `http://localhost:${config.port}`,
    events: new EventBus(),
    feed: new FeedMemory(),
    sessions: new SessionCache(),
  };
}

async function openReplica(
  { databaseReplicaUrl }: Config,
  parts: Pick<Context, 'db' | 'log' | 'redis'> & { connect: (url: string) => Database },
): Promise<OldReads | null> {
  // Several processes that meet in no Redis don't see each other's writes.
  if (!databaseReplicaUrl || (cluster.isWorker && !parts.redis)) return null;
  const replica = new Replica(parts.db, parts.connect(databaseReplicaUrl), parts.log);
  await replica.start();
  return { replica, writes: new LastWrites(parts.redis?.client ?? null) };
}

/** Hears of an event whichever node it happens on. */
function everywhere<Name extends keyof NodeNews & keyof DomainEvents>(
  { events, nodes }: Context,
  name: Name,
  listener: (event: DomainEvents[Name] & NodeNews[Name]) => void,
): void {
  events.on(name, (event) => listener(event as DomainEvents[Name] & NodeNews[Name]));
  nodes.onTold(name, (event) => listener(event as DomainEvents[Name] & NodeNews[Name]));
}

/** Whom somebody watches follows what stands between people. */
function followPresence(ctx: Context, presence: Presence): void {
  for (const name of ['followed', 'unfollowed'] as const)
    everywhere(ctx, name, ({ followerId }) => void presence.refresh([followerId]));
  everywhere(
    ctx,
    'blocked',
    ({ blockerId, blockedId }) => void presence.part(blockerId, blockedId),
  );
  everywhere(
    ctx,
    'unblocked',
    ({ blockerId, blockedId }) => void presence.refresh([blockerId, blockedId]),
  );
  everywhere(ctx, 'talksChanged', ({ userIds }) => void presence.refresh(userIds));
}

/** What is done within the transactions of others; in this order, streams after all that fills them. */
function takePart(events: EventBus): void {
  notifyWithin(events);
  endOnBlock(events);
  blockWithin(events);
  events.within('recorded', addRecorded);
}

function bindRoutes(route: Route): void {
  limitsRoutes(route);
  authRoutes(route);
  usersRoutes(route);
  followsRoutes(route);
  blocksRoutes(route);
  mediaRoutes(route);
  postsRoutes(route);
  commentsRoutes(route);
  reactionsRoutes(route);
  feedRoutes(route);
  searchRoutes(route);
  notificationsRoutes(route);
  chatRoutes(route);
  callsRoutes(route);
  subscriptionRoutes(route);
}
