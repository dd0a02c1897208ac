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
import { whichAreEarliest } from './once-per-post.ts';
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
  const isMember = new Set(members);
  const { shown, pagination, total } = await fillPage(ctx, page, paging, {
    list: async (after: { id: string } | null, wanted) =>
      listFeedPosts(ctx, members, after, wanted),
    positionOf: ({ id }) => ({ id }),
    present: async (rows) => {
      const earlier = await listEarliestReposts(ctx, members, originalsOf(rows));
      const all = [...rows, ...earlier];
      const posts = await presentEachUnmuted(ctx, 'feed', idsOf(all), originalsOf(all));
      const earliest = whichAreEarliest(
        rows,
        all.filter((_, n) => posts[n]),
      );
      return rows.map((_, n) => {
        const post = posts[n];
        const isByMember = post?.originalPost && isMember.has(post.originalPost.ownerid._id);
        return earliest[n] && !isByMember ? post : undefined;
      });
    },
    checkVisibility: async (rows) => {
      const earlier = await listEarliestReposts(ctx, members, originalsOf(rows));
      const all = [...rows, ...earlier];
      const visible = await checkUnmuted(ctx, all, 'feed');
      const earliest = whichAreEarliest(
        rows,
        all.filter((_, n) => visible[n]),
      );
      const originals = await findAuthored(ctx, originalsOf(rows));
      const listed = new Set(
        originals.filter(({ author_id }) => isMember.has(author_id)).map(({ id }) => id),
      );
      return rows.map(
        ({ repostOfId }, n) => visible[n]! && earliest[n]! && !listed.has(repostOfId ?? ''),
      );
    },
  });
  return {
    posts: shown.map((post) => withReason(ctx, post, 'list')),
    pagination: { ...pagination, totalPosts: total },
    since,
  };
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const originalsOf = (rows: readonly Pick<FeedPost, 'repostOfId'>[]) =>
  rows.flatMap(({ repostOfId }) => repostOfId ?? []);
