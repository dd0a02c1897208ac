import { hash, randomBytes } from 'node:crypto';
import { v7 as newId } from 'uuid';
import type { Context, MemberContext, Viewer } from '../context.ts';
import { emit, transaction } from '../db/transaction.ts';
import { findPremium } from '../users/premium.queries.ts';
import { lockPasswordHash } from './account.queries.ts';
import { viewerOf, type KnownSession } from './session-cache.ts';
import * as queries from './session.queries.ts';

const DAY = 86_400;
/** Seconds without use after which a session ends (contract §1). */
const SESSION_IDLE = 30 * DAY;
/** Seconds after which a session ends whatever its use. */
export const SESSION_LONGEST = 180 * DAY;
const SESSIONS_PER_PERSON = 20;
/** Seconds between two notes of a session's use; a write for each request would cost more than it tells. */
const TOUCH_EVERY = 600;

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

export interface Visitor {
  device: string;
  address: string;
}

/** Opens a session and returns its token, the only time it is known; the oldest beyond 20 are ended. */
export async function openSession(ctx: Context, userId: string, visitor: Visitor): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await transaction(ctx, async (tx) => {
    // One sign-in of a person after the other, or each would leave the others' sessions uncounted.
    await lockPasswordHash(tx, userId);
    await queries.insertSession(tx, {
      id: newId(),
      token_hash: hashToken(token),
      user_id: userId,
      device: visitor.device.slice(0, 300),
      // Behind a proxy that is trusted too far this can be anything.
      address: visitor.address.slice(0, 64),
      expires_at: new Date(Date.now() + SESSION_IDLE * 1_000),
    });
    const sessionIds = await queries.deleteOldestSessions(tx, userId, SESSIONS_PER_PERSON);
    emit(tx, { name: 'sessionsEnded', sessionIds });
  });
  return token;
}

/** Whose session a token is, or null when there is none or it is over. */
export async function findViewer(ctx: Context, token: string | undefined): Promise<Viewer | null> {
  if (!token || token.length > 100) return null;
  const tokenHash = hash('sha256', token, 'base64');
  const session = ctx.sessions.find(tokenHash) ?? (await readSession(ctx, tokenHash));
  return session && viewerOf(tokenHash, session);
}

/** Two statements, since sessions and people lie under different keys; and the note of its use, where one is due. */
async function readSession(ctx: Context, tokenHash: string): Promise<KnownSession | null> {
  const remember = ctx.sessions.begin(tokenHash);
  const stored = Buffer.from(tokenHash, 'base64');
  const row = await queries.findSession(ctx, stored);
  if (!row) return null;
  const premium = await findPremium(ctx, row.user_id);
  const session: KnownSession = {
    id: row.id,
    userId: row.user_id,
    expiresAt: row.expires_at,
    premiumUntil: premium?.premium_until ?? null,
  };
  if (Date.now() - row.last_used_at.getTime() > TOUCH_EVERY * 1_000) {
    const longest = row.created_at.getTime() + SESSION_LONGEST * 1_000;
    session.expiresAt = new Date(Math.min(longest, Date.now() + SESSION_IDLE * 1_000));
    await queries.touchSession(ctx, stored, session.expiresAt);
  }
  remember(session);
  return session;
}

export async function endSessionOf(ctx: Context, token: string | undefined): Promise<void> {
  if (!token) return;
  await transaction(ctx, async (tx) => {
    const sessionIds = await queries.deleteSessionByToken(tx, hashToken(token));
    emit(tx, { name: 'sessionsEnded', sessionIds });
  });
}

/** Ends one of the viewer's own sessions; false when it is not theirs or not there. */
export async function endOwnSession(ctx: MemberContext, sessionId: string): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const sessionIds = await queries.deleteOwnSession(tx, tx.viewer.id, sessionId);
    emit(tx, { name: 'sessionsEnded', sessionIds });
    return sessionIds.length > 0;
  });
}

/** Ends every session of a person, but the one to keep if one is named. */
export async function endAllSessions(ctx: Context, userId: string, keep?: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const sessionIds = await queries.deleteSessions(tx, userId, keep);
    emit(tx, { name: 'sessionsEnded', sessionIds });
  });
}
