import type { Context, Viewer } from '../../kernel/context.ts';

/** Finds the open sessions among these, by the hashes of their tokens. */
export type FindLiveSessions = (ctx: Context, tokenHashes: Buffer[]) => Promise<Set<string>>;

interface Closable {
  data: { viewer: Viewer };
  disconnect(close?: boolean): unknown;
}

/** Closes the sockets of ended sessions. No event reports a session that expired, or whose message from another node was lost. */
export async function closeEnded(
  ctx: Context,
  findLiveSessions: FindLiveSessions,
  sockets: Closable[],
): Promise<void> {
  if (sockets.length === 0) return;
  try {
    const live = await findLiveSessions(
      ctx,
      [...new Set(sockets.map((socket) => socket.data.viewer.tokenHash))].map((hash) =>
        Buffer.from(hash, 'base64'),
      ),
    );
    for (const socket of sockets)
      if (!live.has(socket.data.viewer.sessionId)) socket.disconnect(true);
  } catch (error) {
    ctx.log.warn({ err: error }, 'sessions of sockets not checked');
  }
}
