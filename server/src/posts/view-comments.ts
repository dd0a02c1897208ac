import type { Threaded } from '@roost/contract/comments';
import type { Paging } from '@roost/contract/wire';
import { z } from 'zod';
import type { MemberContext } from '../context.ts';
import { windowOf } from '../http/paging.ts';
import { fillPage } from './fill-page.ts';
import { judgePosts } from './judge-posts.ts';
import { loadVisible } from './load-post.ts';
import { listAncestorIds, listThreads, type ThreadRow } from './thread.queries.ts';
import { viewThread } from './view-posts.ts';

/** Replies that come with each direct reply, and in one answer together (contract §4). */
const REPLIES_EACH = 100;
const REPLIES_TOGETHER = 1_000;

/** Ancestors that come with a comment, beside the root. */
const ANCESTORS = 10;

const place = z.object({ id: z.uuid() });

/** A page of the threads under a post or comment; on a repost's id of its original. */
export async function viewThreads(ctx: MemberContext, postId: string, paging: Paging) {
  // Mostly it is a post that something answers: then all there is to know of it comes with its answers.
  const asPost = await listUnder(ctx, { rootId: postId, parentId: postId }, paging);
  const parent = asPost.comments[0]?.parentPost;
  if (parent && !('isDeleted' in parent)) return asPost;
  const { id, root_id } = await loadTarget(ctx, postId);
  return id === postId && !root_id
    ? asPost
    : listUnder(ctx, { rootId: root_id ?? id, parentId: id }, paging);
}

async function listUnder(
  ctx: MemberContext,
  under: { rootId: string; parentId: string },
  paging: Paging,
) {
  const replies = Math.min(REPLIES_EACH, Math.floor(REPLIES_TOGETHER / paging.limit));
  const page = windowOf(paging, place);
  const { shown, pagination, total } = await fillPage<{ id: string }, Branch, Shown>(page, paging, {
    list: async (after, wanted) => {
      const slice = { ...under, after: after?.id ?? null, limit: wanted };
      const rows = branchesOf(await listThreads(ctx, slice, replies));
      return { rows, isEnd: rows.length < wanted };
    },
    place: ({ id }) => ({ id }),
    show: async (branches) => viewBranches(ctx, branches, under.parentId),
    // What can't be seen has a place if something hangs under it: enough to pass it, and a page from there decides anew.
    judge: async (branches) => {
      const visible = await judgePosts(
        ctx,
        branches.map(({ id }) => id),
      );
      return branches.map(({ id, rows }) => visible.has(id) || rows.length > 1);
    },
  });
  return {
    comments: shown.flatMap(({ comments }) => comments),
    cutShort: shown.flatMap(({ cutShort }) => cutShort),
    pagination: { ...pagination, totalComments: total },
  };
}

interface Shown {
  comments: Threaded[];
  cutShort: string[];
}

/** A direct reply, with what hangs under it. */
interface Branch {
  id: string;
  rows: ThreadRow[];
}

function branchesOf(rows: ThreadRow[]): Branch[] {
  return [...Map.groupBy(rows, (row) => row.top)].map(([id, under]) => ({ id, rows: under }));
}

async function viewBranches(
  ctx: MemberContext,
  branches: Branch[],
  parentId: string,
): Promise<(Shown | undefined)[]> {
  const ids = branches.flatMap(({ rows }) => rows.map((row) => row.id));
  const views = new Map((await viewThread(ctx, ids, [parentId])).map((view) => [view._id, view]));
  return branches.map(({ rows }) => {
    const comments = withoutEmptyEnds(
      rows.flatMap((row) => views.get(row.id) ?? []),
      rows,
    );
    if (comments.length === 0) return undefined;
    const seen = new Set(comments.filter(({ ownerid }) => ownerid !== null).map(({ _id }) => _id));
    const cutShort = rows.filter((row) => row.is_cut && seen.has(row.id)).map((row) => row.id);
    return { comments, cutShort };
  });
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
  const nearest = await listAncestorIds(ctx, target, ANCESTORS);
  const hasGap = target.root_id !== null && nearest[0] !== target.root_id;
  const ids = hasGap && target.root_id ? [target.root_id, ...nearest] : nearest;
  return { ancestors: await viewThread(ctx, ids), hasGap };
}

async function loadTarget(ctx: MemberContext, postId: string) {
  const named = await loadVisible(ctx, postId);
  return named.repost_of_id ? loadVisible(ctx, named.repost_of_id) : named;
}
