import type { Post } from '@roost/contract/posts';
import { id as wireId, type Pagination, type Paging } from '@roost/contract/wire';
import { z } from 'zod';
import type { MemberContext } from '../../kernel/context.ts';
import { idOfTime } from '../../lib/id-times.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { fillPage } from '../../platform/http/paging/fill-page.ts';
import { windowOf } from '../../platform/http/paging/paging.ts';
import { presentEachUnmuted } from '../../posts/hydration/present-posts.ts';
import { checkUnmuted } from '../../posts/mutes/check-unmuted.ts';
import { findAuthored } from '../../posts/mutes/muted-post.queries.ts';
import { listNotFound } from '../../relations/lists/change-lists.ts';
import { findMemberIds } from '../../relations/lists/list-member.queries.ts';
import { withReason } from '../with-reason.ts';
import type { FeedPost } from '../feed-post.queries.ts';
import { listFeedPosts } from './list-feed-posts.ts';
import { whichAreEarliest, type Repost } from './once-per-post.ts';
import { listEarliestReposts } from './earliest-repost.queries.ts';

const cursor = z.object({ id: z.uuid() });

/**
 * Reads a page of the posts and reposts of the people on a list of the viewer, the newest first. As in every feed, it leaves out what
 * the viewer may not see or mutes. It also leaves out reposts of posts by people on the list, and all but the first repost of a post.
 * Throws `not_found` for an unknown list, and for one of somebody else.
 */
export async function readListFeed(
  ctx: MemberContext,
  list: string,
  paging: Paging,
): Promise<{ posts: Post[]; pagination: Pagination & { totalPosts: number }; since: string }> {
  const listId = wireId.safeParse(list);
  if (!listId.success) throw listNotFound();
  const since = idOfTime(wallClock());
  const page = windowOf(ctx, paging, cursor, 'list feed', listId.data);
  const members = await findMemberIds(ctx, ctx.viewer.id, listId.data);
  if (!members) throw listNotFound();
  const { shown, pagination, total } = await fillPage(ctx, page, paging, {
    list: async (after: { id: string } | null, wanted) =>
      listFeedPosts(ctx, members, after, wanted),
    positionOf: ({ id }) => ({ id }),
    present: async (rows) => presentRows(ctx, members, rows),
    checkVisibility: async (rows) => checkRows(ctx, members, rows),
  });
  return {
    posts: shown.map((post) => withReason(ctx, post, 'list')),
    pagination: { ...pagination, totalPosts: total },
    since,
  };
}

/** Presents each row. Undefined means that the feed leaves it out. */
async function presentRows(
  ctx: MemberContext,
  members: readonly string[],
  rows: readonly FeedPost[],
): Promise<(Post | undefined)[]> {
  const posts = await earliestOf(ctx, members, rows, async (all) =>
    presentEachUnmuted(ctx, 'feed', idsOf(all), originalsOf(all)),
  );
  const isMember = new Set(members);
  return posts.map((post) => {
    const original = post?.originalPost;
    return original && isMember.has(original.ownerid._id) ? undefined : post;
  });
}

/** Tells for each row whether `presentRows` presents it. */
async function checkRows(
  ctx: MemberContext,
  members: readonly string[],
  rows: readonly FeedPost[],
): Promise<boolean[]> {
  const visible = await earliestOf(ctx, members, rows, async (all) =>
    checkUnmuted(ctx, all, 'feed'),
  );
  const isMember = new Set(members);
  const originals = await findAuthored(ctx, originalsOf(rows));
  const listed = new Set(
    originals.filter(({ author_id }) => isMember.has(author_id)).map(({ id }) => id),
  );
  return rows.map(({ repostOfId }, n) => visible[n] === true && !listed.has(repostOfId ?? ''));
}

/**
 * Loads the rows together with the earliest reposts of the same posts. `load` returns a value for each, which is false or undefined
 * for what the viewer may not see. In the result, all but the earliest repost of a post that the viewer may see are undefined.
 */
async function earliestOf<Loaded>(
  ctx: MemberContext,
  members: readonly string[],
  rows: readonly FeedPost[],
  load: (all: Repost[]) => Promise<Loaded[]>,
): Promise<(Loaded | undefined)[]> {
  const all = [...rows, ...(await listEarliestReposts(ctx, members, originalsOf(rows)))];
  const loaded = await load(all);
  const earliest = whichAreEarliest(
    rows,
    all.filter((_, n) => loaded[n]),
  );
  return rows.map((_, n) => (earliest[n] ? loaded[n] : undefined));
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const originalsOf = (rows: readonly Pick<FeedPost, 'repostOfId'>[]) =>
  rows.flatMap(({ repostOfId }) => repostOfId ?? []);
