import type { Paging } from '@roost/contract/wire';
import { z } from 'zod';
import type { MemberContext } from '../../kernel/context.ts';
import { windowOf } from '../../platform/http/paging/paging.ts';
import { checkVisibility } from '../access/find-visible-posts.ts';
import { presentEach, presentOwnComments } from '../hydration/present-posts.ts';
import { cutExtraRow, fillPage, type Candidates } from '../../platform/http/paging/fill-page.ts';
import { assertFound } from './assert-found.ts';
import { listCommentsOf, listPostsOf, type AuthorPost } from './user-posts.queries.ts';

const cursor = z.object({ id: z.uuid() });

/**
 * Lists a page of a person's posts and reposts, newest first. The first page also has the pinned post, if the viewer may see it.
 * Throws `not_found` if the person does not exist or a block is between them and the viewer.
 */
export async function listUserPosts(ctx: MemberContext, userId: string, paging: Paging) {
  const isOwn = userId === ctx.viewer.id;
  const page = windowOf(ctx, paging, cursor, 'posts by', userId);
  // `present` changes both. It runs again if rows are hidden, and only its first run loads the pinned post, in the same statements.
  let isPinWanted = page.after === null && page.offset === 0;
  // `fillPage` returns only rows of the list, and the pinned post is not one of them.
  let pinnedPost: Presented | null = null;
  const found = await fillPage<{ id: string }, AuthorPost, Presented>(ctx, page, paging, {
    list: async (after, wanted) =>
      isOwn
        ? cutExtraRow(wanted, await listPostsOf(ctx, userId, after?.id ?? null, wanted + 1))
        : withPublic(wanted, await listPostsOf(ctx, userId, after?.id ?? null, 2 * wanted + 1)),
    positionOf: ({ id }) => ({ id }),
    present: async (rows) => {
      const originals = rows.flatMap(({ repost_of_id }) => repost_of_id ?? []);
      const ids = rows.map(({ id }) => id);
      const pinnedId = isPinWanted ? (rows[0]?.pinned_id ?? null) : null;
      isPinWanted = false;
      if (pinnedId === null) return presentEach(ctx, ids, originals);
      const [pinned, ...presented] = await presentEach(ctx, [pinnedId, ...ids], originals);
      pinnedPost = pinned ?? null;
      return presented;
    },
    checkVisibility: async (rows) => checkVisibility(ctx, rows),
  });
  return { ...(await assertFound(ctx, userId, found)), pinnedPost };
}

type Presented = NonNullable<Awaited<ReturnType<typeof presentEach>>[number]>;

/**
 * Lists a page of a person's comments, newest first. The viewer's own comments include those under a root that they may no
 * longer see. Throws `not_found` as `listUserPosts` does.
 */
export async function listUserComments(ctx: MemberContext, userId: string, paging: Paging) {
  const isOwn = userId === ctx.viewer.id;
  const page = windowOf(ctx, paging, cursor, 'comments by', userId);
  const found = await fillPage(ctx, page, paging, {
    list: async (after, wanted) =>
      cutExtraRow(wanted, await listCommentsOf(ctx, userId, after?.id ?? null, wanted + 1)),
    positionOf: ({ id }) => ({ id }),
    present: async (rows) => {
      const ids = rows.map(({ id }) => id);
      return isOwn ? presentOwnComments(ctx, ids) : presentEach(ctx, ids);
    },
    checkVisibility: async (rows) => (isOwn ? rows.map(() => true) : checkVisibility(ctx, rows)),
  });
  return assertFound(ctx, userId, found);
}

/**
 * Takes `wanted` public posts and the posts for followers between them. So the page is full for a follower and for a stranger,
 * before the query knows which one the viewer is.
 */
function withPublic(wanted: number, found: AuthorPost[]): Candidates<AuthorPost> {
  let left = wanted;
  const rows = found.slice(0, 2 * wanted).filter(({ visibility }) => {
    if (left <= 0) return false;
    if (visibility === 'public') left -= 1;
    return true;
  });
  return { rows, isEnd: rows.length === found.length };
}
