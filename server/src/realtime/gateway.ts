import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { AppError } from '@roost/contract/errors';
import { clientEvents, type ClientEvents, type ServerEvents } from '@roost/contract/events';
import { findViewer } from '../auth/sessions.ts';
import { liveSessions } from '../auth/session.queries.ts';
import type { Context, Viewer } from '../context.ts';
import { isOwnOrigin } from '../http/cross-site.ts';
import { toAppError } from '../http/errors.ts';
import { originOf } from '../http/origin.ts';
import { refuseConnection } from '../http/raw-refusal.ts';
import { makePublish, userRoom, type Gateway, type Publish, type SocketData } from './publish.ts';

type MemberSocket = Socket<ClientEvents, ServerEvents, Record<never, never>, SocketData>;

/** The session token a handshake's Cookie header holds. */
type ReadToken = (cookieHeader: string | undefined) => string | undefined;

const MAX_MESSAGE_BYTES = 64 * 1_024;
/** Events refused to one socket before it is closed: no client of ours sends even one. */
const MAX_REFUSED = 100;
/** Milliseconds between two looks at whether the sessions of open sockets are still there. */
const RECHECK_EVERY = 30_000;

/** The main socket (contract §8): websocket only, who it is read from the cookie at the handshake. */
export function startGateway(
  ctx: Context,
  server: HttpServer,
  readToken: ReadToken,
): { publish: Publish; close(): Promise<void> } {
  const io: Gateway = new Server(server, {
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    connectTimeout: 10_000,
    allowRequest: (request, answer) => {
      void authenticate(ctx, request, readToken).then(
        () => answer(null, true),
        (error: unknown) => {
          const refusal = toAppError(error);
          if (refusal.status >= 500) ctx.log.error({ err: error }, 'socket handshake failed');
          refuseConnection(request.socket, refusal);
          answer('refused', false);
        },
      );
    },
  });
  io.use((socket, next) => {
    const viewer = viewers.get(socket.request);
    if (!viewer) return next(new Error('Please login to access this resource.'));
    socket.data.viewer = viewer;
    socket.data.origin = originOfSocket(ctx, socket.request);
    return next();
  });
  io.on('connection', (socket) => {
    welcome(socket);
    // The session can have ended since the handshake looked at it; from here on it is told of.
    void closeEnded(ctx, [socket]);
  });
  ctx.events.on('sessionsEnded', ({ sessionIds }) => {
    if (sessionIds.length > 0) io.in(sessionIds.map(sessionRoom)).disconnectSockets(true);
  });
  const recheck = setInterval(
    () => void io.local.fetchSockets().then(async (sockets) => closeEnded(ctx, sockets)),
    RECHECK_EVERY,
  );
  return {
    publish: makePublish(io),
    async close() {
      clearInterval(recheck);
      io.disconnectSockets(true);
      // The HTTP server is the application's to close.
      io.engine.close();
    },
  };
}

/** Whom each accepted handshake is from, between the handshake and its socket. */
const viewers = new WeakMap<IncomingMessage, Viewer>();

async function authenticate(
  ctx: Context,
  request: IncomingMessage,
  readToken: ReadToken,
): Promise<void> {
  if (!isOwnOrigin(ctx.config, request.headers)) throw new AppError('foreign_origin');
  const viewer = await findViewer(ctx, readToken(request.headers.cookie));
  if (!viewer) throw new AppError('unauthenticated');
  await ctx.limiter.take('handshakes', viewer.id);
  viewers.set(request, viewer);
}

/** A page served over https opens its socket from an https origin; programs send none. */
function originOfSocket(ctx: Context, { headers }: IncomingMessage): string {
  const protocol = headers.origin?.startsWith('https:') ? 'https' : 'http';
  return originOf(ctx, { protocol, host: headers.host });
}

const sessionRoom = (id: string) => `session:${id}`;

function welcome(socket: MemberSocket): void {
  const { viewer } = socket.data;
  void socket.join([userRoom(viewer.id), sessionRoom(viewer.sessionId)]);
  let refused = 0;
  // Typed as we hope for, but a client can send a number for a name.
  socket.use(([name, ...payload]: unknown[], next) => {
    const acknowledge =
      typeof payload.at(-1) === 'function' ? (payload.pop() as (answer: unknown) => void) : null;
    const problem = findProblem(viewer, String(name), payload);
    if (!problem) return next();
    refused += 1;
    if (refused > MAX_REFUSED) socket.disconnect(true);
    else if (acknowledge) acknowledge({ ok: false, ...problem });
    else socket.emit('error', problem);
  });
}

/** Why an event is refused, if it is: unknown, of the wrong shape, or in somebody else's name. */
function findProblem(viewer: Viewer, name: string, payload: unknown[]) {
  if (!Object.hasOwn(clientEvents, name))
    return { message: 'There is no such event.', code: 'bad_input' };
  const parsed = clientEvents[name as keyof typeof clientEvents].safeParse(payload);
  if (!parsed.success) return { message: 'This event is not valid.', code: 'bad_input' };
  if (parsed.data[0] !== viewer.id)
    return { message: 'You can only speak for yourself.', code: 'forbidden' };
  return null;
}

interface Closable {
  data: { viewer: Viewer };
  disconnect(close?: boolean): unknown;
}

/** Sessions can end where no event reaches this process: on another node, or by running out. */
async function closeEnded(ctx: Context, sockets: Closable[]): Promise<void> {
  if (sockets.length === 0) return;
  try {
    const live = await liveSessions(ctx, [
      ...new Set(sockets.map((socket) => socket.data.viewer.sessionId)),
    ]);
    for (const socket of sockets)
      if (!live.has(socket.data.viewer.sessionId)) socket.disconnect(true);
  } catch (error) {
    ctx.log.warn({ err: error }, 'sessions of sockets could not be checked');
  }
}
