import { MAX_NEW_POSTS, type NewPosts } from '@roost/contract/feed';
import type { Context } from '../../kernel/context.ts';
import { profilePictureUrl } from '../../users/profile-picture.ts';
import { findUsers } from '../../users/user.queries.ts';
import type { FeedPost } from '../feed-post.queries.ts';

const MAX_AVATARS = 3;

/** Loads the avatars for these lists of new posts, by author. It takes one statement. */
export async function loadAvatars(
  ctx: Context,
  lists: readonly (readonly FeedPost[])[],
): Promise<Map<string, string | null>> {
  const users = await findUsers(ctx, [...new Set(lists.flatMap(newestAuthors))]);
  return new Map(users.map(({ id, avatar }) => [id, avatar]));
}

export function presentNewPosts(
  ctx: Context,
  shown: readonly FeedPost[],
  avatars: ReadonlyMap<string, string | null>,
): NewPosts {
  return {
    count: Math.min(MAX_NEW_POSTS, shown.length),
    avatars: newestAuthors(shown).map((id) => profilePictureUrl(ctx, avatars.get(id) ?? null, 320)),
  };
}

function newestAuthors(shown: readonly FeedPost[]): string[] {
  return [...new Set(shown.map(({ authorId }) => authorId))].slice(0, MAX_AVATARS);
}
