import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { z } from 'zod';
import { clientEvents } from '@roost/contract/events';
import type { Context } from '../context.ts';
import type { Presenters } from '../streams/presenters.ts';
import { CallRooms, type RoomRules } from './call-rooms.ts';
import { answerEvents, type SocketHandlers } from './client-events.ts';
import { gatherWrites } from './gathered-writes.ts';
import { admit, forgetRequest, guestOf, type ReadToken } from './handshake.ts';
import { socketAdapter } from './nodes/socket-adapter.ts';
import { Presence, type FindWatched } from './presence.ts';
import {
  makeFindTabs,
  makePublish,
  makeTell,
  makeTellHere,
  socketsIn,
  userRoom,
  type FindTabs,
  type Gateway,
  type MemberNamespace,
  type MemberSocket,
  type Publish,
  type SocketData,
  type Tell,
} from './publish.ts';
import { closeEnded } from './sessions-of-sockets.ts';
import { Tails } from './tails.ts';

const MAX_MESSAGE_BYTES = 64 * 1_024;
/** Milliseconds between two looks at what this process may not have been told of: sessions that ended, streams that grew. */
const RECHECK_EVERY = 30_000;
/** The same while other nodes can't be heard. */
const RECHECK_WHILE_CUT = 2_000;

type CallEvents = 'callUser' | 'answerCall' | 'rejectCall' | 'hangUp';

/** What calls have to do with sockets. */
interface CallsOfSockets {
  readonly handlers: Pick<SocketHandlers, CallEvents>;
  readonly roomRules: RoomRules;
  connected(to: SocketData): void;
  /** `isForGood`: it said so itself. */
  disconnected(from: SocketData, isForGood: boolean): void;
}

/** What the features give the gateway; app.ts puts it together. */
export interface Features<Calls extends CallsOfSockets> {
  presenters: Presenters;
  makeHandlers: (tell: Tell) => Omit<SocketHandlers, keyof Presence['handlers'] | CallEvents>;
  makeCalls: (wires: { publish: Publish; findTabs: FindTabs; rooms: CallRooms }) => Calls;
  findWatched: FindWatched;
  /** Milliseconds a person stays online after their last tab; the usual unless told. */
  presenceGrace?: number | undefined;
}

/** The main socket (contract §8): websocket only, who it is read from the cookie at the handshake. */
export function startGateway<Calls extends CallsOfSockets>(
  ctx: Context,
  server: HttpServer,
  readToken: ReadToken,
  { presenters, makeHandlers, makeCalls, findWatched, presenceGrace }: Features<Calls>,
): {
  publish: Publish;
  tellHere: Tell;
  presence: Presence;
  calls: Calls;
  close(): Promise<void>;
} {
  const { nodes } = ctx;
  const io: Gateway = new Server(server, {
    ...socketAdapter(ctx.redis),
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    connectTimeout: 10_000,
    allowRequest: (request, answer) => {
      void admit(ctx, request, readToken).then((isIn) => answer(isIn ? null : 'refused', isIn));
    },
  });
  const tails = new Tails(ctx, presenters);
  const publish = makePublish(io);
  const tell = makeTell(io, nodes);
  const presence = new Presence(ctx, publish, findWatched, presenceGrace);
  const peers = io.of('/webrtc');
  const namespaces = [io.of('/'), peers];
  const rooms = new CallRooms(ctx, peers);
  const calls = makeCalls({ publish, findTabs: makeFindTabs(io, nodes), rooms });
  const handlers: SocketHandlers = {
    ...presence.handlers,
    ...makeHandlers(tell),
    ...calls.handlers,
  };

  for (const namespace of namespaces) letIn(ctx, namespace);
  rooms.open(calls.roomRules);
  io.on('connection', (socket) => {
    void socket.join(userRoom(socket.data.viewer.id));
    forgetRequest(socket);
    gatherWrites(socket);
    answerEvents(ctx, socket, { schemas: clientEvents, handlers, budget: 'socketEvents' });
    presence.connect(socket);
    void follow(ctx, tails, socket);
    calls.connected(socket.data);
    socket.once('disconnect', (reason) =>
      calls.disconnected(socket.data, reason === 'client namespace disconnect'),
    );
  });
  ctx.events.on('streamsGrew', ({ added }) => tails.hear(added));
  nodes.onPerson('grown', (userId, { rows }) => tails.hear(new Map([[userId, rows]])));
  const closeSessions = ({ sessionIds }: { sessionIds: string[] }) => {
    for (const namespace of namespaces)
      for (const id of sessionIds)
        for (const socket of socketsIn(namespace, sessionRoom(id))) socket.disconnect(true);
  };
  ctx.events.on('sessionsEnded', closeSessions);
  nodes.onTold('sessionsEnded', closeSessions);
  const recheck = () => {
    for (const namespace of namespaces) void closeEnded(ctx, [...namespace.sockets.values()]);
    void tails.recheck();
  };
  const clocks = [
    setInterval(recheck, RECHECK_EVERY),
    setInterval(() => {
      if (!nodes.isConnected) recheck();
    }, RECHECK_WHILE_CUT),
  ];
  nodes.onMissed(recheck);
  nodes.onReturned(() => {
    recheck();
    void presence.refreshAll();
    for (const { data } of io.of('/').sockets.values()) calls.connected(data);
  });
  return {
    publish,
    tellHere: makeTellHere(io),
    presence,
    calls,
    async close() {
      for (const clock of clocks) clearInterval(clock);
      presence.close();
      io.local.disconnectSockets(true);
      // The HTTP server is the application's to close.
      io.engine.close();
    },
  };
}

/** Sockets of every namespace are let in the same way: who it is was settled at the handshake. */
function letIn(ctx: Context, namespace: MemberNamespace): void {
  namespace.use((socket, next) => {
    const guest = guestOf(ctx, socket);
    if (!guest) return next(new Error('Please login to access this resource.'));
    socket.data = { ...guest, socketId: socket.id, tab: tabOf(socket) };
    return next();
  });
  namespace.on('connection', (socket) => {
    void socket.join(sessionRoom(socket.data.viewer.sessionId));
    // The session can have ended since the handshake looked at it; from here on it is told of.
    if (!ctx.sessions.find(socket.data.viewer.tokenHash)) void closeEnded(ctx, [socket]);
  });
}

const sessionRoom = (id: string) => `session:${id}`;

const handshake = z.object({ since: z.int().min(0) });
const namedTab = z.object({ tab: z.string().regex(/^[\w-]{8,64}$/) });

/** What the tab calls itself, by which it is known when it comes back; else its connection, as long as that lasts. */
function tabOf({ handshake: { auth }, conn }: MemberSocket): string {
  const named = namedTab.safeParse(auth);
  return named.success ? named.data.tab : `connection:${(conn as unknown as { id: string }).id}`;
}

/** A socket whose place in the stream can't be found is let go: it comes back, and nothing is missed in silence. */
async function follow(ctx: Context, tails: Tails, socket: MemberSocket): Promise<void> {
  const asked = handshake.safeParse(socket.handshake.auth);
  try {
    await tails.follow(socket, asked.success ? asked.data.since : null);
  } catch (error) {
    ctx.log.warn({ err: error }, 'socket without a stream closed');
    socket.disconnect(true);
  }
}
