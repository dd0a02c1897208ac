import { MutedWords, type MutedPlace } from '@roost/contract/text/muted-words';
import type { MemberContext } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { mutedStateOf } from '../../users/present-users.ts';
import { findMutes } from '../../users/user.queries.ts';
import { findVisiblePosts } from '../access/find-visible-posts.ts';
import { isMutedFor } from './is-muted-for.ts';
import { findAuthored } from './muted-post.queries.ts';

/**
 * Tells for each row, in the same order, whether the viewer may see its post and does not mute it in this place. It takes four
 * statements for any number of rows.
 */
export async function checkUnmuted(
  ctx: MemberContext,
  rows: readonly { id: string }[],
  place: MutedPlace,
): Promise<boolean[]> {
  const ids = rows.map(({ id }) => id);
  const visible = await findVisiblePosts(ctx, ids);
  const muted = await findMuted(ctx, [...visible], place);
  return ids.map((id) => visible.has(id) && !muted.has(id));
}

async function findMuted(
  ctx: MemberContext,
  ids: string[],
  place: MutedPlace,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const posts = await findAuthored(ctx, ids);
  const originalIds = posts.flatMap(({ repost_of_id }) => repost_of_id ?? []);
  const originals = new Map((await findAuthored(ctx, originalIds)).map((post) => [post.id, post]));
  const viewerId = ctx.viewer.id;
  const authors = [...posts, ...originals.values()].map(({ author_id }) => author_id);
  const { muted, mutedWords } = await findMutes(ctx, viewerId, [...new Set(authors)]);
  const mutes = {
    viewerId,
    mutedOf: (id: string) => mutedStateOf(muted, id),
    words: new MutedWords(mutedWords ?? [], wallClock(), place),
  };
  const originalOf = ({ repost_of_id }: (typeof posts)[number]) =>
    repost_of_id ? originals.get(repost_of_id) : undefined;
  return new Set(
    posts
      .filter((row) => isMutedFor(mutes, { row, original: originalOf(row) }))
      .map(({ id }) => id),
  );
}
