import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server } from 'socket.io';
import { z } from 'zod';
import { clientEvents, type SessionRefusal } from '@roost/contract/events';
import type { Context } from '../../kernel/context.ts';
import { parseUntrusted } from '../../lib/parse-untrusted.ts';
import { CallRooms, type RoomRules } from './call-rooms.ts';
import { answerEvents, eventQueue, type SocketHandlers } from './client-events.ts';
import {
  admit,
  clientOf,
  forgetRequest,
  forgetRequestInAnswer,
  type SessionChecks,
} from './handshake.ts';
import { socketAdapter } from './socket-adapter.ts';
import {
  makeFindTabs,
  makePublishLocally,
  makePublishToAllTabs,
  makePublishHere,
  userRoom,
  type FindTabs,
  type Gateway,
  type MemberNamespace,
  type MemberSocket,
  type PublishLocally,
  type PublishEvent,
} from './publish.ts';
import { countQueuedPackets } from './queued-packets.ts';
import { closeEnded } from './sessions-of-sockets.ts';

const MAX_MESSAGE_BYTES = 64 * 1_024;
/** Milliseconds between two checks for missed changes: ended sessions, and new entries of event logs. */
const RECHECK_INTERVAL_MS = 30_000;
/** The same interval while messages of other nodes do not arrive. */
const DISCONNECTED_RECHECK_INTERVAL_MS = 2_000;

/** Milliseconds for which the server waits for a client's answer to a close. Then it cuts the connection. */
const CLOSE_TIMEOUT_MS = 2_000;

/** How features use sockets. `sockets.ts` joins them. */
export interface SocketFeatures {
  handlers: SocketHandlers;
  roomRules: RoomRules;
  /** `since`: the last entry of the event log that this client received. */
  connected(socket: MemberSocket, since: number | null): void;
  /** `isForGood`: the client closed the socket itself, or its session ended. */
  disconnected(socket: MemberSocket, isForGood: boolean): void;
  /** Messages of other nodes may be lost. */
  recheck(): void;
  /** Other nodes are heard again. */
  returned(sockets: Iterable<MemberSocket>): void;
}

interface EndedSessions {
  sessionIds: readonly string[];
  refusal?: SessionRefusal | undefined;
}

/** The functions that the gateway gives to features. */
export interface GatewayApi {
  publish: PublishLocally;
  publishToAllTabs: PublishEvent;
  findTabs: FindTabs;
  rooms: CallRooms;
}

/** Starts the main socket, over WebSocket only. The cookie of the handshake names its person. */
export function startGateway<Features extends SocketFeatures>(
  ctx: Context,
  server: HttpServer,
  sessions: SessionChecks,
  makeFeatures: (gateway: GatewayApi) => Features,
): {
  features: Features;
  publishHere: PublishEvent;
  /** Closes the sockets of these sessions at this node. With `refusal`, their tabs learn why. */
  closeSessions(ended: EndedSessions): void;
  recheck(): void;
  /** Messages of other nodes arrive again. */
  onReturned(): void;
  close(): Promise<void>;
} {
  const { cluster } = ctx;
  const io = openSocketServer(ctx, server, sessions);
  const connections = trackConnections(server);
  const peers = io.of('/webrtc');
  const namespaces = [io.of('/'), peers];
  const rooms = new CallRooms(ctx, peers);
  const features = makeFeatures({
    publish: makePublishLocally(io, ctx.traces),
    publishToAllTabs: makePublishToAllTabs(io, ctx),
    findTabs: makeFindTabs(io, cluster),
    rooms,
  });
  const closeEndedOf = (sockets: MemberSocket[]) =>
    void closeEnded(ctx, sessions.findLiveSessions, sockets);

  for (const namespace of namespaces) acceptSockets(ctx, namespace, closeEndedOf);
  ctx.metrics.addGauge(
    { name: 'sockets_open', help: 'Open sockets, by namespace.', label: 'namespace' },
    () => ({ main: io.sockets.sockets.size, calls: peers.sockets.size }),
  );
  ctx.metrics.addQueue('socket_events', eventQueue);
  rooms.open(features.roomRules);
  io.on('connection', (socket) => serve(ctx, socket, features));
  const recheck = () => {
    for (const namespace of namespaces) closeEndedOf([...namespace.sockets.values()]);
    features.recheck();
  };
  const timers = [
    setInterval(recheck, RECHECK_INTERVAL_MS),
    setInterval(() => {
      if (!cluster.isConnected || !ctx.sessions.isCurrent()) recheck();
    }, DISCONNECTED_RECHECK_INTERVAL_MS),
  ];
  return {
    features,
    publishHere: makePublishHere(io, ctx.traces),
    closeSessions({ sessionIds, refusal }) {
      if (refusal) refuseSockets(io, sessionIds, refusal);
      for (const namespace of namespaces) closeSocketsOf(namespace, sessionIds);
    },
    recheck,
    onReturned() {
      recheck();
      features.returned(io.of('/').sockets.values());
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      io.local.disconnectSockets(true);
      // The application closes the HTTP server.
      io.engine.close();
      // A client that does not read never answers, and the server would wait for it.
      setTimeout(() => {
        for (const connection of connections) connection.destroy();
      }, CLOSE_TIMEOUT_MS).unref();
    },
  };
}

function openSocketServer(ctx: Context, server: HttpServer, sessions: SessionChecks): Gateway {
  const io: Gateway = new Server(server, {
    ...socketAdapter(ctx.redis),
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    connectTimeout: 10_000,
    allowRequest: (request, answer) => {
      void admit(ctx, request, sessions).then((isIn) => answer(isIn ? null : 'refused', isIn));
    },
  });
  io.engine.use(forgetRequestInAnswer);
  return io;
}

/** The open connections of all sockets. */
function trackConnections(server: HttpServer): ReadonlySet<Duplex> {
  const connections = new Set<Duplex>();
  server.on('upgrade', (_request, connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  return connections;
}

/** Serves one accepted socket of the main namespace. */
function serve(ctx: Context, socket: MemberSocket, features: SocketFeatures): void {
  const { handlers } = features;
  void socket.join(userRoom(socket.data.viewer.id));
  forgetRequest(socket);
  countQueuedPackets(socket);
  answerEvents(ctx, socket, { schemas: clientEvents, handlers, budget: 'socketEvents' });
  features.connected(socket, sinceOf(socket));
  socket.on('disconnect', (reason) => {
    const isForGood = reason === 'client namespace disconnect' || socket.data.isSignedOut === true;
    features.disconnected(socket, isForGood);
  });
}

/** Sends the reason. The connection closes only after it was sent. */
function refuseSockets(io: Gateway, sessionIds: readonly string[], refusal: SessionRefusal): void {
  const ended = new Set(sessionIds);
  for (const socket of io.sockets.sockets.values())
    if (ended.has(socket.data.viewer.sessionId)) socket.emit('sessionEnded', refusal);
}

function closeSocketsOf(namespace: MemberNamespace, sessionIds: readonly string[]): void {
  const ended = new Set(sessionIds);
  for (const socket of namespace.sockets.values())
    if (ended.has(socket.data.viewer.sessionId)) {
      socket.data.isSignedOut = true;
      socket.disconnect(true);
    }
}

/** Accepts the sockets of a namespace. The handshake has already found the person. */
function acceptSockets(
  ctx: Context,
  namespace: MemberNamespace,
  closeEndedOf: (sockets: MemberSocket[]) => void,
): void {
  namespace.use((socket, next) => {
    const client = clientOf(ctx, socket);
    if (!client) return next(new Error('Please login to access this resource.'));
    const isExtended = parseUntrusted(extending, socket.handshake.auth).success;
    socket.data = { ...client, socketId: socket.id, tab: tabOf(socket), isExtended };
    return next();
  });
  const countSent = (name: string) => ctx.metrics.eventsSent.add(name);
  namespace.on('connection', (socket) => {
    socket.onAnyOutgoing(countSent);
    // The session may have ended after the handshake. From here on, an event reports its end.
    if (!ctx.sessions.find(socket.data.viewer.tokenHash)) closeEndedOf([socket]);
  });
}

const handshake = z.object({ since: z.int().min(0) });
const extending = z.object({ extended: z.union([z.literal(true), z.literal(1), z.literal('1')]) });
const namedTab = z.object({ tab: z.string().regex(/^[\w-]{8,64}$/) });

/** Returns the name that the tab gave itself. It identifies the tab when it returns. Without one, its connection gets a name. */
function tabOf({ handshake: { auth }, conn }: MemberSocket): string {
  const named = parseUntrusted(namedTab, auth);
  if (named.success) return named.data.tab;
  const name = connectionNames.get(conn) ?? `connection:${randomUUID()}`;
  connectionNames.set(conn, name);
  return name;
}

/** The names of connections without a tab. The sockets of all namespaces share a connection. */
const connectionNames = new WeakMap<MemberSocket['conn'], string>();

function sinceOf(socket: MemberSocket): number | null {
  const asked = parseUntrusted(handshake, socket.handshake.auth);
  return asked.success ? asked.data.since : null;
}
