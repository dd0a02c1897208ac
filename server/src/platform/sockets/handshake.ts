import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@roost/contract/errors';
import type { Context, Viewer } from '../../kernel/context.ts';
import { isOwnOrigin } from '../http/security/cross-site.ts';
import { toAppError } from '../http/errors/errors.ts';
import { networkKey } from '../http/limits/network-key.ts';
import { stopCounting } from '../http/limits/limit-open-requests.ts';
import { originOf } from '../http/security/origin.ts';
import { refuseConnection } from '../http/errors/raw-refusal.ts';
import { addressOf, trustOf } from '../http/limits/request-address.ts';
import type { FindViewer } from '../http/find-viewer.ts';
import type { MemberSocket } from './publish.ts';
import type { FindLiveSessions } from './sessions-of-sockets.ts';

/** The functions of `auth` that check a session. */
export interface SessionChecks {
  /** The session token in a handshake's Cookie header. */
  readToken: (cookieHeader: string | undefined) => string | undefined;
  findViewer: FindViewer;
  findLiveSessions: FindLiveSessions;
}

/** The person of each accepted handshake, until its socket opens. */
const viewers = new WeakMap<IncomingMessage, Viewer>();

/** Decides whether a connection may become a socket. If not, it answers the request itself. */
export async function admit(
  ctx: Context,
  request: IncomingMessage,
  { readToken, findViewer }: SessionChecks,
): Promise<boolean> {
  const { socket } = request;
  try {
    if (!isOwnOrigin(ctx.config, request.headers)) throw new AppError('foreign_origin');
    const address = addressOf(trustOf(ctx.config.trustProxy), request);
    const done = ctx.limiter.hold('handshakes', networkKey(address));
    try {
      const viewer = await findViewer(ctx, readToken(request.headers.cookie), address);
      if (!viewer) throw new AppError('unauthenticated');
      if (socket.destroyed) return false;
      // A refused tab tries again and again. It must not use up the budget of the other tabs.
      countOpenSocket(ctx, viewer, socket);
      await ctx.limiter.take('handshakes', viewer.id);
      stopCounting(socket);
      viewers.set(request, viewer);
    } finally {
      done();
    }
    return true;
  } catch (error) {
    const refusal = toAppError(error);
    if (refusal.status >= 500) ctx.log.error({ err: error }, 'socket handshake failed');
    refuseConnection(request.socket, refusal);
    return false;
  }
}

/** Refuses new sockets instead of closing old ones. Otherwise tabs would close each other's sockets without end. */
function countOpenSocket({ limiter }: Context, viewer: Viewer, socket: Socket): void {
  const message = 'Too many tabs are open. Close some and try again.';
  const releaseSession = limiter.hold('socketsOfSession', viewer.sessionId, message);
  try {
    const release = limiter.hold('sockets', viewer.id, message);
    socket.on('close', () => {
      releaseSession();
      release();
    });
  } catch (error) {
    releaseSession();
    throw error;
  }
}

/** The person of a connection, and the origin of its page. */
interface AdmittedClient {
  readonly viewer: Viewer;
  readonly origin: string;
}
const clients = new WeakMap<object, AdmittedClient>();

/** Finds the person of a socket's connection, which may carry several sockets. Returns undefined if none was admitted. */
export function clientOf(
  ctx: Context,
  { conn, request }: MemberSocket,
): AdmittedClient | undefined {
  const known = clients.get(conn);
  if (known) return known;
  const viewer = viewers.get(request);
  if (!viewer) return undefined;
  const client = { viewer, origin: originOfSocket(ctx, request) };
  clients.set(conn, client);
  return client;
}

/**
 * Releases the request of a handshake from engine.io's answer, which lives as long as the connection. The other references go
 * in `forgetRequest`. Together they would hold 3 kB for each open socket.
 */
export function forgetRequestInAnswer(
  _: IncomingMessage,
  answer: ServerResponse,
  next: () => void,
): void {
  (answer as { req: unknown }).req = undefined;
  next();
}

/** Releases the request of a handshake after its last use. */
export function forgetRequest({ conn, handshake }: MemberSocket): void {
  (conn as { request: unknown }).request = undefined;
  handshake.headers = {};
}

/** A page served over https opens its socket from an https origin. Programs send no origin. */
function originOfSocket(ctx: Context, { headers }: IncomingMessage): string {
  const protocol = headers.origin?.startsWith('https:') ? 'https' : 'http';
  return originOf(ctx, { protocol, host: headers.host });
}
