// Makes the parts that exist only on nodes with sockets, and connects them to the gateway.
import { findViewer } from './auth/sessions/find-viewer.ts';
import { liveSessions } from './auth/sessions/session.queries.ts';
import { Calls } from './calls/calls.ts';
import { chatHandlers } from './chat/socket-handlers.ts';
import { findPresenceContacts } from './chat/find-presence-contacts.ts';
import { chatPresenters } from './chat/present-chat-events.ts';
import { EventDelivery } from './event-log/event-delivery.ts';
import { OpenFeeds } from './feed/new-posts/open-feeds.ts';
import type { Context } from './kernel/context.ts';
import { presentChanges, presentNewNotifications } from './notifications/present-notifications.ts';
import { readTokenOf } from './platform/http/security/cookie.ts';
import type { makeServer } from './platform/http/server.ts';
import { startGateway, type SocketFeatures, type GatewayApi } from './platform/sockets/gateway.ts';
import type { PublishLocally } from './platform/sockets/publish.ts';
import { Presence } from './presence/presence.ts';

type Gateway = ReturnType<typeof startGateway>;

export interface LiveParts {
  calls: Calls;
  delivery: EventDelivery;
  gateway: Gateway;
  openFeeds: OpenFeeds;
  presence: Presence;
  publish: PublishLocally;
}

export interface SocketOptions {
  /** Milliseconds that a person stays online after the last tab closes. */
  presenceGrace?: number;
  /** Milliseconds for which changes of presence are collected before tabs get them. */
  presenceDelay?: number;
  /** Milliseconds that a tab in a call may be disconnected. */
  callGrace?: number;
  /** Milliseconds between two announcements of new posts to one client. */
  announceEvery?: number;
}

/** Starts the sockets, and fills `live` for the subscriptions. The returned object stops the sockets. */
export async function startSockets(
  ctx: Context,
  server: Awaited<ReturnType<typeof makeServer>>,
  live: Partial<LiveParts>,
  options: SocketOptions,
): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const sessions = {
    readToken: (header: string | undefined) => readTokenOf(server, ctx.config, header),
    findViewer,
    findLiveSessions: liveSessions,
  };
  const gateway = startGateway(ctx, server.server, sessions, (api) =>
    makeFeatures(ctx, api, options),
  );
  opened.defer(() => gateway.close());
  const { parts } = gateway.features;
  const { calls, openFeeds, presence } = parts;
  opened.defer(() => presence.close());
  opened.defer(() => openFeeds.stop());
  Object.assign(live, { ...parts, gateway });
  await calls.start();
  // Calls end before the sockets close, so clients still hear of it.
  opened.defer(() => calls.close());
  return opened.move();
}

function makeFeatures(ctx: Context, gateway: GatewayApi, options: SocketOptions) {
  const { publish } = gateway;
  const calls = new Calls(ctx, gateway, options.callGrace);
  const delivery = new EventDelivery(ctx, {
    notification: presentNewNotifications,
    notificationsChanged: presentChanges,
    ...chatPresenters,
  });
  const openFeeds = new OpenFeeds(ctx, publish, options.announceEvery);
  const presence = new Presence(ctx, publish, findPresenceContacts, {
    graceMs: options.presenceGrace,
    changeBatchDelayMs: options.presenceDelay,
  });
  const features: SocketFeatures = {
    handlers: {
      ...presence.handlers,
      ...chatHandlers(gateway.publishToAllTabs),
      ...openFeeds.handlers,
      ...calls.handlers,
    },
    roomRules: calls.roomRules,
    connected(socket, since) {
      presence.connect(socket);
      delivery.subscribe(socket, since).catch((error: unknown) => {
        // The client reconnects and resumes, so it misses no event.
        ctx.log.warn({ err: error }, 'socket without an event log closed');
        socket.disconnect(true);
      });
      calls.connected(socket.data);
    },
    disconnected(socket, isForGood) {
      openFeeds.close(socket.id);
      calls.disconnected(socket.data, isForGood);
    },
    recheck: () => void delivery.recheck(),
    returned(sockets) {
      void presence.refreshAll();
      for (const { data } of sockets) calls.connected(data);
    },
  };
  return { ...features, parts: { calls, delivery, openFeeds, presence, publish } };
}
