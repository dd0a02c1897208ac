import { liveSessions } from '../auth/session.queries.ts';
import type { Context, Viewer } from '../context.ts';

interface Closable {
  data: { viewer: Viewer };
  disconnect(close?: boolean): unknown;
}

/** Sessions can end where no event reaches this process: on another node, or by running out. */
export async function closeEnded(ctx: Context, sockets: Closable[]): Promise<void> {
  if (sockets.length === 0) return;
  try {
    const live = await liveSessions(
      ctx,
      [...new Set(sockets.map((socket) => socket.data.viewer.tokenHash))].map((hash) =>
        Buffer.from(hash, 'base64'),
      ),
    );
    for (const socket of sockets)
      if (!live.has(socket.data.viewer.sessionId)) socket.disconnect(true);
  } catch (error) {
    ctx.log.warn({ err: error }, 'sessions of sockets could not be checked');
  }
}
