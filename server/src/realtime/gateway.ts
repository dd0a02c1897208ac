import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { clientEvents, type ClientEvents, type ServerEvents } from '@roost/contract/events';
import { findViewer } from '../auth/sessions.ts';
import { liveSessions } from '../auth/session.queries.ts';
import type { Context, Viewer } from '../context.ts';
import { isOwnOrigin } from '../http/cross-site.ts';

type Gateway = Server<ClientEvents, ServerEvents, Record<never, never>, { viewer: Viewer }>;
type MemberSocket = Socket<ClientEvents, ServerEvents, Record<never, never>, { viewer: Viewer }>;

/** The session token a handshake's Cookie header holds. */
type ReadToken = (cookieHeader: string | undefined) => string | undefined;

const MAX_MESSAGE_BYTES = 64 * 1_024;
/** Milliseconds between two looks at whether the sessions of open sockets are still there. */
const RECHECK_EVERY = 30_000;

/** The main socket (contract §8): websocket only, who it is read from the cookie at the handshake. */
export function startGateway(ctx: Context, server: HttpServer, readToken: ReadToken): { close(): Promise<void> } {
  const io: Gateway = new Server(server, {
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    connectTimeout: 10_000,
    allowRequest: (request, answer) => {
      void authenticate(ctx, request, readToken).then(
        (viewer) => answer(viewer ? null : 'refused', viewer !== null),
        (error: unknown) => {
          ctx.log.error({ err: error }, 'socket handshake failed');
          answer('unavailable', false);
        },
      );
    },
  });
  io.use((socket, next) => {
    const viewer = viewers.get(socket.request);
    if (!viewer) return next(new Error('Please login to access this resource.'));
    socket.data.viewer = viewer;
    return next();
  });
  io.on('connection', (socket) => welcome(socket));
  ctx.events.on('sessionsEnded', ({ sessionIds }) => {
    if (sessionIds.length > 0) io.in(sessionIds.map(sessionRoom)).disconnectSockets(true);
  });
  const recheck = setInterval(() => void closeEnded(ctx, io), RECHECK_EVERY);
  return {
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

async function authenticate(ctx: Context, request: IncomingMessage, readToken: ReadToken): Promise<Viewer | null> {
  if (!isOwnOrigin(ctx.config, request.headers)) return null;
  const viewer = await findViewer(ctx, readToken(request.headers.cookie));
  if (viewer) viewers.set(request, viewer);
  return viewer;
}

const userRoom = (id: string) => `user:${id}`;
const sessionRoom = (id: string) => `session:${id}`;

function welcome(socket: MemberSocket): void {
  const { viewer } = socket.data;
  void socket.join([userRoom(viewer.id), sessionRoom(viewer.sessionId)]);
  socket.use(([name, ...payload], next) => {
    const problem = findProblem(viewer, String(name), payload);
    if (problem) socket.emit('error', problem);
    else next();
  });
}

/** Why an event is refused, if it is: unknown, of the wrong shape, or in somebody else's name. */
function findProblem(viewer: Viewer, name: string, payload: unknown[]) {
  if (!Object.hasOwn(clientEvents, name)) return { message: 'There is no such event.', code: 'bad_input' };
  const parsed = clientEvents[name as keyof typeof clientEvents].safeParse(payload);
  if (!parsed.success) return { message: 'This event is not valid.', code: 'bad_input' };
  if (parsed.data[0] !== viewer.id) return { message: 'You can only speak for yourself.', code: 'forbidden' };
  return null;
}

/** Sessions can end where no event reaches this process: on another node, or by running out. */
async function closeEnded(ctx: Context, io: Gateway): Promise<void> {
  const sockets = await io.local.fetchSockets();
  if (sockets.length === 0) return;
  try {
    const live = await liveSessions(ctx, [...new Set(sockets.map((socket) => socket.data.viewer.sessionId))]);
    for (const socket of sockets) if (!live.has(socket.data.viewer.sessionId)) socket.disconnect(true);
  } catch (error) {
    ctx.log.warn({ err: error }, 'sessions of sockets could not be checked');
  }
}
