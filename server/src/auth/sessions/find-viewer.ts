import { hash } from 'node:crypto';
import type { Context, Viewer } from '../../kernel/context.ts';
import { networkKey } from '../../platform/http/limits/network-key.ts';
import type { KnownSession } from '../../kernel/ports.ts';
import { viewerOf } from '../session-cache/session-cache.ts';
import { expiryAfterUse, isTouchDue } from './session-lifetime.ts';
import * as queries from './session.queries.ts';

/**
 * Finds the viewer of a token, or null if the token opens no session. Before the lookup it takes a
 * point: for a signed token its own, otherwise from the address and its network. If a session exists, it returns the point. So
 * guesses soon stop reaching the database.
 */
export async function findViewer(
  ctx: Context,
  token: string | undefined,
  address: string,
): Promise<Viewer | null> {
  if (!token || token.length > 100) return null;
  const tokenHash = hash('sha256', token, 'base64');
  const known = ctx.sessions.find(tokenHash);
  if (known) return viewerOf(tokenHash, known);
  if (ctx.sessions.isUnknown(tokenHash)) return null;
  const giveBack = await takeLookupPoint(ctx, { token, tokenHash, address });
  const session = await readSession(ctx, tokenHash).catch(async (error: unknown) => {
    await giveBack?.();
    throw error;
  });
  if (session) await giveBack?.();
  else ctx.sessions.rememberUnknown(tokenHash);
  return session && viewerOf(tokenHash, session);
}

interface Lookup {
  token: string;
  tokenHash: string;
  address: string;
}

/**
 * Takes a point for the lookup of a token. Returns a function that returns the point. A signed token has its own
 * limit, so nobody behind the same address can spend it, not even after a restart.
 */
async function takeLookupPoint(
  { limiter, sessions, sessionTokens }: Context,
  { token, tokenHash, address }: Lookup,
): Promise<(() => Promise<void>) | null> {
  if (sessions.isFamiliar(tokenHash)) return null;
  if (sessionTokens.isOurs(token)) {
    await limiter.take('tokenLookUps', tokenHash);
    return async () => limiter.giveBack('tokenLookUps', tokenHash);
  }
  const [host, network] = [networkKey(address), networkKey(address, 'network')];
  await limiter.take('sessionLookUps', host);
  const giveBack = async () => limiter.giveBack('sessionLookUps', host);
  try {
    await limiter.take('networkLookUps', network);
  } catch (error) {
    await giveBack();
    throw error;
  }
  return async () => {
    await giveBack();
    await limiter.giveBack('networkLookUps', network);
  };
}

/** Reads a session, and stores the last use if it is due. */
async function readSession(ctx: Context, tokenHash: string): Promise<KnownSession | null> {
  const remember = ctx.sessions.begin(tokenHash);
  const stored = Buffer.from(tokenHash, 'base64');
  const row = await queries.findSession(ctx, stored);
  if (!row) return null;
  const session: KnownSession = {
    id: row.id,
    userId: row.user_id,
    expiresAt: row.expires_at,
    premiumUntil: row.premium_until,
    hasMutes: row.has_mutes,
    role: row.role,
    isEmailVerified: row.is_email_verified,
  };
  if (isTouchDue(row.last_used_at)) {
    session.expiresAt = expiryAfterUse(row.created_at);
    await queries.touchSession(ctx, stored, session.expiresAt);
  }
  remember(session);
  return session;
}
