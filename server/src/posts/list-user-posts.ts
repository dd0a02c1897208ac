import type { Paging } from '@roost/contract/wire';
import { z } from 'zod';
import type { MemberContext } from '../context.ts';
import { windowOf } from '../http/paging.ts';
import { assertOpen } from '../users/view-users.ts';
import { fillPage, upTo, type Candidates } from './fill-page.ts';
import { judgePosts } from './judge-posts.ts';
import { listCommentsOf, listPostsOf, type AuthorPost } from './user-posts.queries.ts';
import { viewEach, viewOwnComments } from './view-posts.ts';

const place = z.object({ id: z.uuid() });

/** A page of somebody's posts and reposts, newest first; `not_found` where there is nobody, or a block between. */
export async function listUserPosts(ctx: MemberContext, userId: string, paging: Paging) {
  const isOwn = userId === ctx.viewer.id;
  const found = await fillPage<{ id: string }, AuthorPost, Shown>(windowOf(paging, place), paging, {
    list: async (after, wanted) =>
      isOwn
        ? upTo(wanted, await listPostsOf(ctx, userId, after?.id ?? null, wanted + 1))
        : withPublic(wanted, await listPostsOf(ctx, userId, after?.id ?? null, 2 * wanted + 1)),
    place: ({ id }) => ({ id }),
    show: async (rows) => {
      const originals = rows.flatMap(({ repost_of_id }) => repost_of_id ?? []);
      const ids = rows.map(({ id }) => id);
      return viewEach(ctx, ids, originals);
    },
    judge: judging(ctx),
  });
  return assertFound(ctx, userId, found);
}

type Shown = NonNullable<Awaited<ReturnType<typeof viewEach>>[number]>;

/** A page of somebody's comments, newest first; of one's own, also those whose root is hidden by now. */
export async function listUserComments(ctx: MemberContext, userId: string, paging: Paging) {
  const isOwn = userId === ctx.viewer.id;
  const found = await fillPage(windowOf(paging, place), paging, {
    list: async (after, wanted) =>
      upTo(wanted, await listCommentsOf(ctx, userId, after?.id ?? null, wanted + 1)),
    place: ({ id }) => ({ id }),
    show: async (rows) => {
      const ids = rows.map(({ id }) => id);
      return isOwn ? viewOwnComments(ctx, ids) : viewEach(ctx, ids);
    },
    judge: isOwn ? async (rows) => rows.map(() => true) : judging(ctx),
  });
  return assertFound(ctx, userId, found);
}

/** So many that anybody may see, and what is for followers in between: who follows or doesn't finds the page full. */
function withPublic(wanted: number, found: AuthorPost[]): Candidates<AuthorPost> {
  let left = wanted;
  const rows = found.slice(0, 2 * wanted).filter(({ visibility }) => {
    if (left <= 0) return false;
    if (visibility === 'public') left -= 1;
    return true;
  });
  return { rows, isEnd: rows.length === found.length };
}

const judging = (ctx: MemberContext) => async (rows: { id: string }[]) => {
  const ids = rows.map(({ id }) => id);
  const visible = await judgePosts(ctx, ids);
  return ids.map((id) => visible.has(id));
};

/** Something by them that can be seen says that they are there, and that no block stands between. */
async function assertFound<Found extends { shown: unknown[] }>(
  ctx: MemberContext,
  userId: string,
  found: Found,
): Promise<Found> {
  if (found.shown.length === 0) await assertOpen(ctx, userId);
  return found;
}
