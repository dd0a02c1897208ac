import type { MemberContext } from '../../kernel/context.ts';
import type { Candidates } from '../../platform/http/paging/fill-page.ts';
import type { FeedSnapshot } from './feed-snapshot.ts';
import { listRemainingPosts } from './list-remaining-posts.ts';

/** The end of a page. Cursors hold it, so its keys are short. */
export interface FeedPosition {
  /** The id of the snapshot. */
  v: string;
  /** How many posts of the list are passed. One more than the length means that the page ended behind the list. */
  p: number;
  /** The id of the last post. Behind the list, the next page begins after it. */
  id: string;
}

type Row = FeedPosition & {
  /** The id of a repost's original, if known. */
  originalId?: string | null;
};

/** Lists the posts of a snapshot after a position: first the rest of its list, then the remaining posts by time. */
export async function listSnapshotPosts(
  ctx: MemberContext,
  snapshot: FeedSnapshot,
  after: FeedPosition | null,
  wanted: number,
): Promise<Candidates<Row>> {
  const { id: v, postIds, originalIds } = snapshot;
  const { length } = postIds;
  const from = Math.min(after?.p ?? 0, length);
  const listed = postIds
    .slice(from, from + wanted)
    .map((id, n) => ({ v, p: from + n + 1, id, originalId: originalIds[from + n] ?? null }));
  if (listed.length === wanted) return { rows: listed, isEnd: false };
  const isBehindList = (after?.p ?? 0) > length;
  const missing = wanted - listed.length;
  const startAfter = isBehindList ? (after?.id ?? null) : null;
  const remaining = await listRemainingPosts(ctx, snapshot, startAfter, missing);
  const behind = remaining.ids.map((id) => ({ v, p: length + 1, id }));
  return { rows: [...listed, ...behind], isEnd: remaining.isEnd };
}
