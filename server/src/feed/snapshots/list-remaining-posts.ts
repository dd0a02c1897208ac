import type { MemberContext } from '../../kernel/context.ts';
import { readAuthorsWindow, WINDOW_GROWTH } from '../authors-window.ts';
import { listUnmutedFollowedIds } from '../feed.queries.ts';
import { listLessPostIds } from '../less/less.queries.ts';
import { minIdAt } from '../../lib/id-times.ts';
import { newestFirst } from '../ranking/rank-posts.ts';
import { mayAppearAfterList, type FeedSnapshot, type RemainingChunk } from './feed-snapshot.ts';
import { listFollowersOnlyPostIds, listPublicPostIds } from './remaining-post.queries.ts';
import { MIN_ID } from '../../platform/database/id-bounds.ts';

/** The least posts in one chunk. The snapshot keeps the chunk for the next pages. */
const MIN_CHUNK_POSTS = 60;

/**
 * Lists the posts that follow a snapshot's list, newest first, to the end of the network. Posts in the list are left out. The
 * tab 'For you' has all public posts and, by followed people, the posts for followers. Own posts are left out. The tab
 * 'Following' has all posts by followed people and the reader. 'For you' leaves out posts of which the reader said "Not this".
 */
export async function listRemainingPosts(
  ctx: MemberContext,
  snapshot: FeedSnapshot,
  after: string | null,
  limit: number,
): Promise<{ ids: string[]; isEnd: boolean }> {
  let chunk = knownChunk(snapshot.remaining, after);
  if (chunk.ids.length < limit && !chunk.isEnd) {
    chunk = await readChunk(ctx, snapshot, after, Math.max(limit, MIN_CHUNK_POSTS));
    snapshot.remaining = chunk;
  }
  return { ids: chunk.ids.slice(0, limit), isEnd: chunk.isEnd && chunk.ids.length <= limit };
}

/** The part of the known chunk that follows this id. */
function knownChunk(known: RemainingChunk | null, after: string | null): RemainingChunk {
  if (known && known.after === after) return known;
  const at = known && after !== null ? known.ids.indexOf(after) : -1;
  return known && at >= 0
    ? { after, ids: known.ids.slice(at + 1), isEnd: known.isEnd }
    : { after, ids: [], isEnd: false };
}

async function readChunk(
  ctx: MemberContext,
  snapshot: FeedSnapshot,
  after: string | null,
  limit: number,
): Promise<RemainingChunk> {
  const isRanked = snapshot.tab === 'foryou';
  const [followed, less] = await Promise.all([
    listUnmutedFollowedIds(ctx, snapshot.userId),
    isRanked ? listLessPostIds(ctx, snapshot.userId) : [],
  ]);
  const leftOut = new Set(less);
  const ids: string[] = [];
  // Posts that are newer than the snapshot are news. They belong to the next one.
  let before = after ?? minIdAt(snapshot.startedAt + 1);
  for (let days = 1; ; days *= WINDOW_GROWTH) {
    const window = isRanked
      ? await readPublicWindow(ctx, snapshot.userId, followed, { before, limit })
      : await readFollowedWindow(ctx, snapshot.userId, followed, { before, days, limit });
    for (const { id, targetId } of window.posts)
      if (!leftOut.has(targetId) && mayAppearAfterList(snapshot, id, targetId)) ids.push(id);
    if (window.end === null) return { after, ids, isEnd: true };
    before = window.end;
    if (ids.length >= limit) return { after, ids, isEnd: false };
  }
}

interface ReadWindow {
  posts: RemainingPost[];
  /** The id at which the next window begins. Null at the end of the network. */
  end: string | null;
}

interface RemainingPost {
  id: string;
  /** The id of the post that a row shows. For a repost, this is the original. */
  targetId: string;
}

async function readPublicWindow(
  ctx: MemberContext,
  userId: string,
  followed: string[],
  { before, limit }: { before: string; limit: number },
): Promise<ReadWindow> {
  const publicIds = await listPublicPostIds(ctx, userId, followed, { before, limit });
  const isEnd = publicIds.length < limit;
  const after = isEnd ? MIN_ID : publicIds.at(-1)!;
  const closedIds = await listFollowersOnlyPostIds(ctx, followed, { before, after, limit });
  const posts = [...publicIds, ...closedIds].map((id) => ({ id, targetId: id })).sort(newestFirst);
  if (closedIds.length < limit) return { posts, end: isEnd ? null : publicIds.at(-1)! };
  // The limit cut off posts for followers. The window ends at the last of them.
  const end = closedIds.at(-1)!;
  return { posts: posts.filter(({ id }) => id >= end), end };
}

async function readFollowedWindow(
  ctx: MemberContext,
  userId: string,
  followed: string[],
  { before, days, limit }: { before: string; days: number; limit: number },
): Promise<ReadWindow> {
  const { posts: found, end } = await readAuthorsWindow(ctx, [userId, ...followed], {
    before,
    days,
    limit,
  });
  const posts = found.map(({ id, repostOfId }) => ({ id, targetId: repostOfId ?? id }));
  return { posts, end };
}
