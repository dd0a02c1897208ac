import type { MemberContext } from '../../kernel/context.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import { deleteBlock } from '../../relations/block.queries.ts';
import { deleteFollow } from '../../relations/follow.queries.ts';
import { unblocked, unfollowed } from '../../relations/relations.events.ts';
import { lockPair } from '../../users/user.queries.ts';
import { listBlockPairs, listFollowPairs, type Pair } from './erase-relations.queries.ts';

const PAIRS_PER_BATCH = 200;

/** Deletes the follows of the person in both directions, and corrects the counters of the others. */
export async function eraseFollows(ctx: MemberContext): Promise<void> {
  await eachPair(ctx, listFollowPairs, async (tx, { by: followerId, of: followeeId }) => {
    if ((await deleteFollow(tx, followerId, followeeId)) === 'deleted')
      emit(tx, unfollowed, { followerId, followeeId });
  });
}

/** Deletes the blocks of the person, and the blocks of others against them. */
export async function eraseBlocks(ctx: MemberContext): Promise<void> {
  await eachPair(ctx, listBlockPairs, async (tx, { by: blockerId, of: blockedId }) => {
    await lockPair(tx, blockerId, blockedId);
    if (await deleteBlock(tx, blockerId, blockedId)) emit(tx, unblocked, { blockerId, blockedId });
  });
}

async function eachPair(
  ctx: MemberContext,
  list: typeof listFollowPairs,
  erase: (tx: MemberContext, pair: Pair) => Promise<void>,
): Promise<void> {
  for (;;) {
    const pairs = await list(ctx, ctx.viewer.id, PAIRS_PER_BATCH);
    for (const pair of pairs) await transaction(ctx, async (tx) => erase(tx, pair));
    if (pairs.length === 0) return;
  }
}
