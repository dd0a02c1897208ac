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
import { openDatabase } from './db/client.ts';
import { migrate } from './db/migrate.ts';
import { EventBus } from './domain-events.ts';
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
import { addJob, startJobs } from './jobs/jobs.ts';
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
import { noOtherNodes } from './realtime/nodes.ts';
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
  /** Where the built web app is; the usual unless told. Ends in a slash. */
  webFolder?: string;
}

/** Milliseconds answers under way may take when we close. */
const FINISH_WITHIN = 10_000;

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
  opened.defer(() => ctx.feed.close(ctx));
  const jobs = await startJobs(ctx, database.adminUrl, {
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
  });
  opened.defer(() => jobs.stop());
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
  const bound: Parameters<typeof makeRoute>[2]['bound'] = new Map();
  const intake = { prepare: prepareMedia, discardUnused };
  bindRoutes(makeRoute(server, ctx, { bound, intake }));
  takePart(ctx.events);
  rememberSessions(ctx);
  feedEvents(ctx);

  let isDraining = false;
  filesRoutes(server, ctx);
  operations(server, ctx, () => isDraining);
  await webhookRoutes(server, ctx);
  await checkoutRoutes(server, ctx);
  if (ctx.payments.name === 'sandbox') await sandboxRoutes(server, ctx);
  policyPages(server, ctx);
  await docs(server, ctx);
  await webApp(server, { start: makeStart(config, makeAsk(bound)), folder: options.webFolder });
  const gateway = startGateway(
    ctx,
    server.server,
    (header) => readTokenOf(server, config, header),
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
  ctx.events.on('sessionsEnded', (event) => calls.sessionsEnded(event));
  await calls.start();
  // Before the sockets, over which they are told.
  opened.defer(() => calls.close());
  for (const name of ['followed', 'unfollowed'] as const)
    ctx.events.on(name, ({ followerId }) => void gateway.presence.refresh([followerId]));
  ctx.events.on(
    'blocked',
    ({ blockerId, blockedId }) => void gateway.presence.part(blockerId, blockedId),
  );
  ctx.events.on(
    'unblocked',
    ({ blockerId, blockedId }) => void gateway.presence.refresh([blockerId, blockedId]),
  );
  ctx.events.on('talksChanged', ({ userIds }) => void gateway.presence.refresh(userIds));
  ctx.events.on('mediaReady', (event) => {
    announceMedia(ctx, gateway.publish, event).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'mediaReady not announced'),
    );
  });
  ctx.events.on('premiumChanged', ({ userId, isActive }) => {
    gateway
      .publish(userId, 'premiumChanged', () => [{ premium: { isActive } }])
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'premiumChanged not told'));
  });
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
      await running.disposeAsync();
    },
  };
}

/** Answers under way are finished, but nobody's long download keeps us from ending. */
async function closeServer(server: Awaited<ReturnType<typeof makeServer>>): Promise<void> {
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
  return {
    config,
    log,
    db: openDatabase({
      url: databaseUrl,
      preparedStatements: config.preparedStatements,
      onStatement: options.onStatement,
      onError: (error) => log.warn({ err: error }, 'database connection lost'),
    }),
    limiter: new Limiter(config.rateLimits),
    mailer: makeMailer(config, log),
    media: await openMedia(config),
    payments: openPayments(config),
    origin: config.publicUrl ?? `http://localhost:${config.port}`,
    events: new EventBus(),
    feed: new FeedMemory(),
    nodes: noOtherNodes,
    sessions: new SessionCache(),
  };
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
