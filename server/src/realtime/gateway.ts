import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Presenters } from '../streams/presenters.ts';
import { answerEvents, type SocketHandlers } from './client-events.ts';
import { admit, forgetRequest, originOfSocket, viewerOf, type ReadToken } from './handshake.ts';
import { Presence, type FindWatched } from './presence.ts';
import { makePublish, userRoom, type Gateway, type MemberSocket, type Publish } from './publish.ts';
import { closeEnded } from './sessions-of-sockets.ts';
import { Tails } from './tails.ts';

const MAX_MESSAGE_BYTES = 64 * 1_024;
/** Milliseconds between two looks at what this process may not have been told of: sessions that ended, streams that grew. */
const RECHECK_EVERY = 30_000;

/** What the features give the gateway; app.ts puts it together. */
export interface Features {
  presenters: Presenters;
  makeHandlers: (publish: Publish) => Omit<SocketHandlers, keyof Presence['handlers']>;
  findWatched: FindWatched;
  /** Milliseconds a person stays online after their last tab; the usual unless told. */
  presenceGrace?: number | undefined;
}

/** The main socket (contract §8): websocket only, who it is read from the cookie at the handshake. */
export function startGateway(
  ctx: Context,
  server: HttpServer,
  readToken: ReadToken,
  { presenters, makeHandlers, findWatched, presenceGrace }: Features,
): { publish: Publish; presence: Presence; close(): Promise<void> } {
  const io: Gateway = new Server(server, {
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
  const presence = new Presence(ctx, publish, findWatched, presenceGrace);
  const handlers: SocketHandlers = { ...presence.handlers, ...makeHandlers(publish) };

  io.use((socket, next) => {
    const viewer = viewerOf(socket.request);
    if (!viewer) return next(new Error('Please login to access this resource.'));
    socket.data.viewer = viewer;
    socket.data.origin = originOfSocket(ctx, socket.request);
    return next();
  });
  io.on('connection', (socket) => {
    const { viewer } = socket.data;
    void socket.join([userRoom(viewer.id), sessionRoom(viewer.sessionId)]);
    forgetRequest(socket);
    answerEvents(ctx, socket, handlers);
    presence.connect(socket);
    void follow(ctx, tails, socket);
    // The session can have ended since the handshake looked at it; from here on it is told of.
    void closeEnded(ctx, [socket]);
  });
  ctx.events.on('streamsGrew', ({ added }) => tails.hear(added));
  ctx.events.on('sessionsEnded', ({ sessionIds }) => {
    if (sessionIds.length > 0) io.in(sessionIds.map(sessionRoom)).disconnectSockets(true);
  });
  const recheck = setInterval(() => {
    void io.local.fetchSockets().then(async (sockets) => closeEnded(ctx, sockets));
    void tails.recheck();
  }, RECHECK_EVERY);
  return {
    publish,
    presence,
    async close() {
      clearInterval(recheck);
      presence.close();
      io.disconnectSockets(true);
      // The HTTP server is the application's to close.
      io.engine.close();
    },
  };
}

const sessionRoom = (id: string) => `session:${id}`;

const handshake = z.object({ since: z.int().min(0) });

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
