import type { IncomingMessage } from 'node:http';
import { AppError } from '@roost/contract/errors';
import { findViewer } from '../auth/sessions.ts';
import type { Context, Viewer } from '../context.ts';
import { isOwnOrigin } from '../http/cross-site.ts';
import { toAppError } from '../http/errors.ts';
import { originOf } from '../http/origin.ts';
import { refuseConnection } from '../http/raw-refusal.ts';
import type { MemberSocket } from './publish.ts';

/** The session token a handshake's Cookie header holds. */
export type ReadToken = (cookieHeader: string | undefined) => string | undefined;

/** Whom each accepted handshake is from, between the handshake and its socket. */
const viewers = new WeakMap<IncomingMessage, Viewer>();

/** Decides, before anything is said, whether a connection may become a socket; answers it itself when not. */
export async function admit(
  ctx: Context,
  request: IncomingMessage,
  readToken: ReadToken,
): Promise<boolean> {
  try {
    if (!isOwnOrigin(ctx.config, request.headers)) throw new AppError('foreign_origin');
    const viewer = await findViewer(ctx, readToken(request.headers.cookie));
    if (!viewer) throw new AppError('unauthenticated');
    await ctx.limiter.take('handshakes', viewer.id);
    viewers.set(request, viewer);
    return true;
  } catch (error) {
    const refusal = toAppError(error);
    if (refusal.status >= 500) ctx.log.error({ err: error }, 'socket handshake failed');
    refuseConnection(request.socket, refusal);
    return false;
  }
}

/** Who has a connection, and the origin its page is from. */
interface Guest {
  readonly viewer: Viewer;
  readonly origin: string;
}
const guests = new WeakMap<object, Guest>();

/** Whose connection a socket is on, however many it carries; undefined where nobody was let in. */
export function guestOf(ctx: Context, { conn, request }: MemberSocket): Guest | undefined {
  const known = guests.get(conn);
  if (known) return known;
  const viewer = viewers.get(request);
  if (!viewer) return undefined;
  const guest = { viewer, origin: originOfSocket(ctx, request) };
  guests.set(conn, guest);
  return guest;
}

/** Lets go of the request a socket came with, which is read by now and would be kept for as long as it is open. */
export function forgetRequest({ conn, handshake }: MemberSocket): void {
  (conn as { request: unknown }).request = undefined;
  handshake.headers = {};
}

/** A page served over https opens its socket from an https origin; programs send none. */
function originOfSocket(ctx: Context, { headers }: IncomingMessage): string {
  const protocol = headers.origin?.startsWith('https:') ? 'https' : 'http';
  return originOf(ctx, { protocol, host: headers.host });
}
