import type { FeedTab, Post } from '@roost/contract/posts';
import type { Pagination, Paging } from '@roost/contract/wire';
import { z } from 'zod';
import type { MemberContext } from '../context.ts';
import { windowOf } from '../http/paging.ts';
import { fillPage } from '../posts/fill-page.ts';
import { judgePosts } from '../posts/judge-posts.ts';
import { viewEach } from '../posts/view-posts.ts';
import { listAfter, type Place } from './list-after.ts';
import { visitFor, visitOf } from './make-visit.ts';
import { markOf } from './packed-ids.ts';
import type { Visit } from './visits.ts';

const place = z.object({ v: z.uuid(), p: z.int().min(0).max(1_000), id: z.uuid() });

/** A page of the home feed: the next of a visit's list, or the first of a visit, which is made where there is none. */
export async function readFeed(
  ctx: MemberContext,
  query: Paging & { tab: FeedTab },
): Promise<{ posts: Post[]; pagination: Pagination & { totalPosts: number } }> {
  const page = windowOf<Place>(query, place);
  const visit = page.after
    ? await visitOf(ctx, query.tab, page.after)
    : await visitFor(ctx, query.tab, query.page > 1);
  const { shown, pagination, total } = await fillPage(page, query, {
    list: async (after, wanted) => listAfter(ctx, visit, after, wanted),
    place: ({ v, p, id }) => ({ v, p, id }),
    show: async (rows) =>
      viewEach(
        ctx,
        rows.map(({ id }) => id),
        rows.flatMap(({ originalId }) => originalId ?? []),
      ),
    judge: async (rows) => {
      const visible = await judgePosts(
        ctx,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id }) => visible.has(id));
    },
  });
  noteSeen(ctx, visit, shown);
  return { posts: shown, pagination: { ...pagination, totalPosts: total } };
}

/** What was shown is left out of later lists. */
function noteSeen(ctx: MemberContext, { userId }: Visit, posts: Post[]): void {
  if (posts.length === 0) return;
  const marks = posts.map((post) => markOf(post.originalPost?._id ?? post._id));
  ctx.feed.notes.addSeen(ctx, userId, marks);
}
