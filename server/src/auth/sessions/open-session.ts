import { AppError } from '@roost/contract/errors';
import { v7 as newId } from 'uuid';
import type { Context } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { lockAccount } from '../account.queries.ts';
import { assertMaySignIn } from '../refusals/assert-may-sign-in.ts';
import { hashToken } from './session-tokens.ts';
import { expiryAfterUse } from './session-lifetime.ts';
import * as queries from './session.queries.ts';
import { emitEnded } from './end-sessions.ts';

const MAX_SESSIONS_PER_ACCOUNT = 20;

/**
 * Opens a session and returns its token, which is stored nowhere. Ends the oldest sessions beyond 20. Throws as
 * `assertMaySignIn` does.
 */
export async function openSession(
  ctx: Context,
  userId: string,
  client: ClientInfo,
): Promise<string> {
  const id = newId();
  const token = ctx.sessionTokens.make();
  await transaction(ctx, async (tx) => {
    // Parallel logins of a person wait here. Otherwise they would not count each other's sessions.
    const account = await lockAccount(tx, userId);
    if (!account) throw new AppError('unauthenticated');
    await assertMaySignIn(tx, { id: userId, password_hash: account.password_hash });
    await queries.insertSession(tx, {
      id,
      token_hash: hashToken(token),
      user_id: userId,
      device: client.device.slice(0, 300),
      // A wrongly trusted proxy can send any text.
      address: client.address.slice(0, 64),
      expires_at: expiryAfterUse(),
    });
    const sessionIds = await queries.deleteOldestSessions(tx, userId, {
      id,
      others: MAX_SESSIONS_PER_ACCOUNT - 1,
    });
    emitEnded(tx, sessionIds);
  });
  return token;
}
