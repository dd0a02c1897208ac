import type { SessionRefusal } from '@roost/contract/events';
import type { Context, MemberContext } from '../../kernel/context.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import { hashToken } from './session-tokens.ts';
import * as queries from './session.queries.ts';
import { sessionsEnded } from '../auth.events.ts';

export async function endSessionByToken(ctx: Context, token: string | undefined): Promise<void> {
  if (!token) return;
  await transaction(ctx, async (tx) => {
    const sessionIds = await queries.deleteSessionByToken(tx, hashToken(token));
    emitEnded(tx, sessionIds);
  });
}

/** Ends one of the viewer's own sessions. Returns false if it does not exist or belongs to somebody else. */
export async function endOwnSession(ctx: MemberContext, sessionId: string): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const sessionIds = await queries.deleteOwnSession(tx, tx.viewer.id, sessionId);
    emitEnded(tx, sessionIds);
    return sessionIds.length > 0;
  });
}

/** Ends every session of a person, except `keep`. */
export async function endAllSessions(ctx: Context, userId: string, keep?: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const sessionIds = await queries.deleteSessions(tx, userId, keep);
    emitEnded(tx, sessionIds);
  });
}

/** Ends every session of a person who may not use the site now. Their open tabs learn why. */
export async function refuseSessions(
  tx: Context,
  userId: string,
  refusal: SessionRefusal,
): Promise<void> {
  emitEnded(tx, await queries.deleteSessions(tx, userId), refusal);
}

export function emitEnded(tx: Context, sessionIds: string[], refusal?: SessionRefusal): void {
  if (sessionIds.length > 0) emit(tx, sessionsEnded, { sessionIds, ...(refusal && { refusal }) });
}
