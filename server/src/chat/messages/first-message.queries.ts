import type { Context } from '../../kernel/context.ts';

/** Whether the other person of a conversation follows this one. */
export async function isFollower(
  ctx: Context,
  userId: string,
  conversationId: string,
): Promise<boolean> {
  const member = await ctx.db.reads
    .selectFrom('conversation_members')
    .select('other_id')
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
  if (!member) return false;
  const follow = await ctx.db.reads
    .selectFrom('follows')
    .select('follower_id')
    .where('follower_id', '=', member.other_id)
    .where('followee_id', '=', userId)
    .executeTakeFirst();
  return follow !== undefined;
}
