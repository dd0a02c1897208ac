import { AppError } from '@roost/contract/errors';
import { recordActivity } from '../../auth/activity/record-activity.ts';
import { holdUsername, isUsernameHeld } from '../../auth/held-usernames.ts';
import { authorize } from '../../auth/policy/authorize.ts';
import { isReserved } from '../../auth/reserved-usernames.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { violatedConstraint } from '../../platform/database/failures.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { queueLinkCheck } from '../links/queue-link-check.ts';
import * as queries from './username-change.queries.ts';

const DAY_MS = 86_400_000;

/**
 * Changes the viewer's username, and keeps the old one from others for a while. Throws `username_taken`, `username_recent`, or
 * `bad_input` for the present name.
 */
export async function changeUsername(
  ctx: MemberContext,
  username: string,
  client: ClientInfo,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'changeUsername');
    const { id } = tx.viewer;
    const before = await queries.lockUsername(tx, id);
    if (!before) throw new AppError('unauthenticated');
    if (before.username === username) throw ownName();
    assertNotRecent(tx, before.username_changed_at);
    if (before.username.toLowerCase() !== username.toLowerCase())
      await moveName(tx, before.username, username);
    await queries.updateUsername(tx, id, username);
    await queueLinkCheck(tx, id);
    await recordActivity(tx, id, 'usernameChanged', client);
  }).catch((error: unknown) => {
    throw violatedConstraint(error) === 'usernames_pkey' ? taken() : error;
  });
}

async function moveName(tx: MemberContext, from: string, to: string): Promise<void> {
  const { id } = tx.viewer;
  if (isReserved(to)) throw taken();
  await queries.insertUsername(tx, id, to);
  // After the insertion, which waits for whoever gives up this name at the same time.
  if (await isUsernameHeld(tx, to)) throw taken();
  await queries.deleteUsername(tx, id, from);
  await holdUsername(tx, from);
}

function assertNotRecent({ config }: MemberContext, changedAt: Date | null): void {
  const until = (changedAt?.getTime() ?? 0) + config.usernameDays * DAY_MS;
  if (until <= wallClock()) return;
  throw new AppError('username_recent', { details: { until: new Date(until).toISOString() } });
}

function taken(): AppError {
  const { message } = new AppError('username_taken');
  return new AppError('username_taken', { fields: [{ path: 'username', message }] });
}

function ownName(): AppError {
  const message = 'This is your username already.';
  return new AppError('bad_input', { message, fields: [{ path: 'username', message }] });
}
