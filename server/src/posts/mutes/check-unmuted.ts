import type { MemberContext } from '../../kernel/context.ts';
import { mutedStateOf } from '../../users/present-users.ts';
import { findMutedIds } from '../../users/user.queries.ts';
import { findVisiblePosts } from '../access/find-visible-posts.ts';
import { isMutedFor } from './is-muted-for.ts';
import { findAuthored } from './muted-post.queries.ts';

/** Tells for each row, in the same order, whether the viewer may see its post and does not mute it. */
export async function checkUnmuted(
  ctx: MemberContext,
  rows: readonly { id: string }[],
): Promise<boolean[]> {
  const ids = rows.map(({ id }) => id);
  const visible = await findVisiblePosts(ctx, ids);
  const muted = await findMuted(ctx, [...visible]);
  return ids.map((id) => visible.has(id) && !muted.has(id));
}

/** Returns the ids of the posts that the viewer mutes. It takes three statements for any number of posts. */
async function findMuted(ctx: MemberContext, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const posts = await findAuthored(ctx, ids);
  const originals = new Map(
    (
      await findAuthored(
        ctx,
        posts.flatMap(({ repost_of_id }) => repost_of_id ?? []),
      )
    ).map((post) => [post.id, post]),
  );
  const authors = [...posts, ...originals.values()].map(({ author_id }) => author_id);
  const muted = await findMutedIds(ctx, ctx.viewer.id, [...new Set(authors)]);
  return new Set(
    posts
      .filter((row) => {
        const original = row.repost_of_id ? originals.get(row.repost_of_id) : undefined;
        return isMutedFor(ctx.viewer.id, { row, original }, (id) => mutedStateOf(muted, id));
      })
      .map(({ id }) => id),
  );
}
