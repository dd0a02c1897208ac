import { AppError } from '@roost/contract/errors';
import type { Mute } from '@roost/contract/users';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import { assertUserExists, assertUserVisible } from '../../users/present-users.ts';
import { mutesChanged } from '../relations.events.ts';
import { deleteMute, storeMute } from './mute.queries.ts';

/** Mutes a person, or changes the mute. Nobody learns of it. Throws `self_action`, or `not_found` as for a profile. */
export async function muteUser(
  ctx: MemberContext,
  userId: string,
  { minutes, reposts }: { minutes?: number | undefined; reposts: boolean },
): Promise<Mute> {
  const { id } = ctx.viewer;
  if (userId === id) throw new AppError('self_action', { message: 'You can’t mute yourself.' });
  return transaction(ctx, async (tx) => {
    await authorize(tx, 'mute');
    await assertUserVisible(tx, userId);
    const until = await storeMute(tx, id, userId, { minutes: minutes ?? null, reposts });
    emit(tx, mutesChanged, { userId: id });
    return { until: until?.toISOString() ?? null, reposts };
  });
}

/** A repeated call changes nothing. Throws `not_found` if there is no such person. */
export async function unmuteUser(ctx: MemberContext, userId: string): Promise<void> {
  const { id } = ctx.viewer;
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'mute');
    if (await deleteMute(tx, id, userId)) emit(tx, mutesChanged, { userId: id });
    else await assertUserExists(tx, userId);
  });
}
