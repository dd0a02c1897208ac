import type { Threaded } from '@roost/contract/posts';
import type { Paging } from '@roost/contract/wire';
import { z } from 'zod';
import type { MemberContext } from '../../kernel/context.ts';
import { windowOf, type Window } from '../../platform/http/paging/paging.ts';
import { findVisiblePosts } from '../access/find-visible-posts.ts';
import type { HydratedPosts } from '../hydration/hydrated-posts.ts';
import { hydratePosts } from '../hydration/hydrate-posts.ts';
import { presentThread } from '../hydration/present-posts.ts';
import { fillPage, notShown } from '../../platform/http/paging/fill-page.ts';
import { loadTarget } from '../load-post.ts';
import { listAncestorIds, listThreads, type ThreadRow } from './thread.queries.ts';

/** The most replies that come with each direct reply. */
const MAX_REPLIES_PER_THREAD = 100;
/** The most replies of one answer. */
const MAX_REPLIES_PER_ANSWER = 1_000;
/** The most ancestors that come with a comment, beside the root. */
const MAX_ANCESTORS = 10;

const cursor = z.object({ id: z.uuid() });

/**
 * Lists a page of the threads under a post or comment: its direct replies, oldest first, each with the replies below it. The id
 * of a repost means its original. Throws `not_found` if the viewer may not see the post.
 */
export async function listComments(ctx: MemberContext, postId: string, paging: Paging) {
  const page = windowOf(ctx, paging, cursor, 'comments under', postId);
  // This check comes first, so the threads of a hidden post are not read.
  const { id, root_id } = await loadTarget(ctx, postId);
  return listThreadPage(ctx, { rootId: root_id ?? id, parentId: id }, page, paging);
}

async function listThreadPage(
  ctx: MemberContext,
  under: { rootId: string; parentId: string },
  page: Window<{ id: string }>,
  paging: Paging,
) {
  const maxReplies = Math.floor(MAX_REPLIES_PER_ANSWER / paging.limit);
  const replies = Math.min(MAX_REPLIES_PER_THREAD, maxReplies);
  let replyCount = 0;
  const found = await fillPage<{ id: string }, Thread, PresentedThread>(ctx, page, paging, {
    list: async (after, wanted) => {
      const slice = { ...under, after: after?.id ?? null, limit: wanted };
      const rows = threadsOf(await listThreads(ctx, slice, replies));
      return { rows, isEnd: rows.length < wanted };
    },
    positionOf: ({ id }) => ({ id }),
    present: async (threads) => {
      const ids = threads.flatMap(({ rows }) => rows.map((row) => row.id));
      const posts = await hydratePosts(ctx, ids, [under.parentId]);
      replyCount = posts.visibleRow(under.parentId)?.comment_count ?? 0;
      return threads.map((thread) => presentOneThread(posts, thread));
    },
    checkVisibility: async (threads) => checkThreads(ctx, threads),
    hasContent: ({ hasContent }) => hasContent,
  });
  const { shown, pagination, total } = found;
  return {
    comments: shown.flatMap(({ comments }) => comments),
    cutShort: shown.flatMap(({ cutShort }) => cutShort),
    pagination: { ...pagination, totalComments: total, notShown: notShown(replyCount, found) },
  };
}

/** A thread whose first comment is hidden shows as a placeholder if the viewer may see a comment below it. */
async function checkThreads(ctx: MemberContext, threads: Thread[]) {
  const ids = threads.flatMap(({ rows }) => rows.map(({ id }) => id));
  const visible = await findVisiblePosts(ctx, ids);
  return threads.map(({ id, rows }) => {
    if (visible.has(id)) return true;
    return rows.some((row) => visible.has(row.id)) && 'placeholder';
  });
}

interface PresentedThread {
  comments: Threaded[];
  /** Ids of the comments that have more replies than this answer. */
  cutShort: string[];
  /** Whether the viewer may see the direct reply. Otherwise the thread begins with a placeholder. */
  hasContent: boolean;
}

/** A direct reply with the comments below it. The id is that of the direct reply. */
interface Thread {
  id: string;
  rows: ThreadRow[];
}

function threadsOf(rows: ThreadRow[]): Thread[] {
  return [...Map.groupBy(rows, (row) => row.top)].map(([id, under]) => ({ id, rows: under }));
}

function presentOneThread(posts: HydratedPosts, { id, rows }: Thread): PresentedThread | undefined {
  const presented = rows.flatMap((row) => posts.threaded(row.id) ?? []);
  const comments = withoutEmptyEnds(presented, rows);
  if (comments.length === 0) return undefined;
  const visible = new Set(comments.filter(({ ownerid }) => ownerid !== null).map(({ _id }) => _id));
  const cutShort = rows.filter((row) => row.is_cut && visible.has(row.id)).map((row) => row.id);
  return { comments, cutShort, hasContent: visible.has(id) };
}

/** Drops the placeholders that have no visible comment below them. */
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

/**
 * Lists the ancestors of a comment, from the root down to its parent. A long chain has only the root and the nearest
 * ancestors. `hasGap` tells whether some are left out.
 */
export async function listAncestors(ctx: MemberContext, postId: string) {
  const target = await loadTarget(ctx, postId);
  const nearest = await listAncestorIds(ctx, target, MAX_ANCESTORS);
  const hasGap = target.root_id !== null && nearest[0] !== target.root_id;
  const ids = hasGap && target.root_id ? [target.root_id, ...nearest] : nearest;
  return { ancestors: await presentThread(ctx, ids), hasGap };
}
