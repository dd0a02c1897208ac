import type { Threaded } from '@roost/contract/comments';
import type { Paging } from '@roost/contract/wire';
import { z } from 'zod';
import type { MemberContext } from '../context.ts';
import { pageOf, windowOf } from '../http/paging.ts';
import { listAncestorIds, listThreads, type ThreadRow } from './comments.queries.ts';
import { loadVisible } from './load-post.ts';
import { viewThread } from './view-posts.ts';

/** Replies that come with each direct reply, and in one answer together (contract §4). */
const REPLIES_EACH = 100;
const REPLIES_TOGETHER = 1_000;

/** Ancestors that come with a comment, beside the root. */
const ANCESTORS = 10;

const place = z.object({ id: z.uuid() });

/** A page of the threads under a post or comment; on a repost's id of its original. */
export async function viewThreads(ctx: MemberContext, postId: string, paging: Paging) {
  const target = await loadTarget(ctx, postId);
  const page = windowOf(paging, place);
  const replies = Math.min(REPLIES_EACH, Math.floor(REPLIES_TOGETHER / paging.limit));
  const found = await listThreads(ctx, target.id, ctx.viewer.id, page, replies);
  const direct = found.filter((row) => row.id === row.top);
  const { rows: tops, pagination, total } = pageOf(direct, paging, page, ({ id }) => ({ id }));
  const onPage = new Set(tops.map(({ id }) => id));
  const rows = found.filter((row) => onPage.has(row.top));
  const shown = await viewThread(
    ctx,
    rows.map((row) => row.id),
  );
  const comments = withoutEmptyEnds(shown, rows);
  const seen = new Set(comments.filter(({ ownerid }) => ownerid !== null).map(({ _id }) => _id));
  return {
    comments,
    cutShort: rows.filter((row) => row.is_cut && seen.has(row.id)).map((row) => row.id),
    pagination: { ...pagination, totalComments: total },
  };
}

/** An empty place is worth showing only while something that can be seen hangs under it. */
function withoutEmptyEnds(comments: Threaded[], rows: ThreadRow[]): Threaded[] {
  const parents = new Map(rows.map((row) => [row.id, row.parent_id]));
  const needed = new Set<string>();
  for (const { _id, ownerid } of comments) {
    if (ownerid === null) continue;
    let above: string | undefined = _id;
    while (above !== undefined && !needed.has(above)) {
      needed.add(above);
      above = parents.get(above);
    }
  }
  return comments.filter(({ _id }) => needed.has(_id));
}

/** What a comment answers, from the root down; of a long chain the root and the nearest. */
export async function viewAncestors(ctx: MemberContext, postId: string) {
  const target = await loadTarget(ctx, postId);
  const nearest = await listAncestorIds(ctx, target.id, ANCESTORS);
  const hasGap = target.root_id !== null && nearest[0] !== target.root_id;
  const ids = hasGap && target.root_id ? [target.root_id, ...nearest] : nearest;
  return { ancestors: await viewThread(ctx, ids), hasGap };
}

async function loadTarget(ctx: MemberContext, postId: string) {
  const named = await loadVisible(ctx, postId);
  return named.repost_of_id ? loadVisible(ctx, named.repost_of_id) : named;
}
