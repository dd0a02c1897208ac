import { v7 as newId } from 'uuid';
import type { FeedTab } from '@roost/contract/feed';
import type { MemberContext } from '../../kernel/context.ts';
import { partsOf } from '../feed.queries.ts';
import { maxFollowedWithoutTimeline, type FeedReader } from '../load-reader.ts';
import {
  isPastBoundary,
  loadNewnessBoundary,
  MAX_COMMIT_DELAY_MS,
  type NewnessBoundary,
} from '../new-posts/newness-boundary.ts';
import {
  loadCandidates,
  loadFollowedCandidates,
  MAX_SNAPSHOT_POSTS,
} from '../ranking/load-candidates.ts';
import { newestFirst, oncePerPost, rankPosts, type Candidate } from '../ranking/rank-posts.ts';
import { saveTimelineRead } from '../timelines/timeline.queries.ts';
import { updateTimeline } from '../timelines/update-timeline.ts';
import { SNAPSHOT_SLOTS, SNAPSHOT_TTL_MS, type FeedSnapshot } from './feed-snapshot.ts';
import { isAlive } from './snapshot-cache.ts';

/** The start of a list: before the reader was loaded. */
export interface ListStart {
  tab: FeedTab;
  startedAt: number;
  /** The position in the publication log. The list may miss later publications. */
  position: number;
  since: string | undefined;
}

/** Makes a snapshot from the current posts and caches it. The caller stores it together with the first page. */
export async function makeSnapshot(
  ctx: MemberContext,
  reader: FeedReader,
  { tab, startedAt, position, since }: ListStart,
): Promise<FeedSnapshot> {
  if (needsTimelineUpdate(ctx, reader)) await updateTimeline(ctx, reader);
  const boundary = await loadNewnessBoundary(ctx, reader, tab, since);
  const { candidates, lookBackMs } =
    tab === 'foryou'
      ? await loadCandidates(ctx, reader, boundary)
      : await loadFollowedCandidates(ctx, reader);
  const chosen =
    tab === 'foryou'
      ? rankForYou(reader, candidates, { now: startedAt, boundary })
      : oncePerPost(candidates).sort(newestFirst);
  const snapshot = {
    id: newId(),
    userId: reader.userId,
    tab,
    slot: ((reader.lastList?.slot ?? 0) + 1) % SNAPSHOT_SLOTS,
    previousId: reader.lastList?.id ?? null,
    startedAt,
    postIds: chosen.map(({ id }) => id),
    originalIds: chosen.map(({ id, targetId }) => (id === targetId ? null : targetId)),
    remaining: null,
    shownBy: null,
    checkedUpTo: position,
    newsSince: boundary.since,
    lookBackMs,
    stored: null,
  };
  ctx.feed.snapshots.addCurrent(snapshot);
  const { userId, surplusPageId: pageId } = reader;
  if (pageId !== null) ctx.feed.shownPages.delete(ctx, { userId, pageId });
  if (reader.isTimelineUnread) await saveTimelineRead(ctx, reader.userId);
  if (reader.isAffinityStale) ctx.feed.affinity.schedule(ctx, reader.userId);
  return snapshot;
}

function needsTimelineUpdate(
  ctx: MemberContext,
  { hasTimeline, followedSinceUpdate, followed }: FeedReader,
): boolean {
  return hasTimeline
    ? followedSinceUpdate.length > 0
    : followed.length > maxFollowedWithoutTimeline(ctx);
}

/** Ranks the candidates of 'For you'. Own posts take part only while they are new, or while the list before has them. */
function rankForYou(
  reader: FeedReader,
  candidates: Candidate[],
  { now, boundary }: { now: number; boundary: NewnessBoundary },
): Candidate[] {
  const { affinity, seen, less, lastList } = reader;
  const previous = lastList && isAlive(lastList.startedAt) ? lastList : null;
  // Posts of the previous list stay, also if the reader has just seen them. A list made after the previous one has expired leaves them out.
  const staying = new Set(partsOf(previous?.ids));
  const isStaying = (id: string) => staying.has(id);
  const isSeen = (id: string) => seen.has(id) && !isStaying(id);
  const ownSince = previous ? previous.startedAt - MAX_COMMIT_DELAY_MS : ownPostsSince(reader, now);
  // Without a previous list, own posts of the last minutes count as new, too.
  const newOwnSince = previous ? Infinity : Math.max(ownSince, now - SNAPSHOT_TTL_MS);
  const isNews = (each: Candidate) =>
    countsAsNew(reader, boundary, each) ||
    (isOwn(each) && each.postedAt >= newOwnSince && !isSeen(each.id));
  const eligible = candidates.filter(
    (each) => !isOwn(each) || each.postedAt >= ownSince || isNews(each) || isStaying(each.id),
  );
  return rankPosts(eligible, { now, affinity, isSeen, isNews, less }, MAX_SNAPSHOT_POSTS);
}

const isOwn = ({ source }: Candidate) => source === 'self';

/** Whether this is the reader's own post, or one that counts as new, past the boundary. */
function countsAsNew(reader: FeedReader, boundary: NewnessBoundary, each: Candidate): boolean {
  const { id, targetId, source, originalAuthorId } = each;
  if (!isPastBoundary(boundary, { id, repostOfId: targetId })) return false;
  if (source === 'stranger') return boundary.hasStrangers;
  if (isOwn(each) || id === targetId || !originalAuthorId) return true;
  // A repost does not make a post newer that the reader or somebody they follow wrote.
  return originalAuthorId !== reader.userId && !reader.followed.includes(originalAuthorId);
}

/**
 * Own posts are shown if they were published after the last list expired. A reader without a list sees their own posts of the last
 * 30 minutes.
 */
function ownPostsSince({ lastList }: FeedReader, now: number): number {
  return lastList ? lastList.startedAt + SNAPSHOT_TTL_MS : now - SNAPSHOT_TTL_MS;
}
