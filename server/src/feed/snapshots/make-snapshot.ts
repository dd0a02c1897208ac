import { v7 as newId } from 'uuid';
import type { FeedTab } from '@roost/contract/feed';
import type { MemberContext } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { MAX_FOLLOWED_WITHOUT_TIMELINE, type FeedReader } from '../load-reader.ts';
import {
  isPastBoundary,
  loadNewnessBoundary,
  MAX_COMMIT_DELAY_MS,
  previousSnapshot,
  type NewnessBoundary,
} from '../new-posts/newness-boundary.ts';
import { fingerprintOf, packIds, packPositioned } from '../packed-ids.ts';
import { loadCandidates, MAX_SNAPSHOT_POSTS, toCandidates } from '../ranking/load-candidates.ts';
import { loadFollowedPosts } from '../ranking/load-followed-posts.ts';
import { newestFirst, oncePerPost, rankPosts, type Candidate } from '../ranking/rank-posts.ts';
import { updateTimeline } from '../timelines/update-timeline.ts';
import { fingerprintsIn, SNAPSHOT_TTL_MS, type FeedSnapshot } from './feed-snapshot.ts';

/**
 * Makes a snapshot from the current posts, caches it and buffers it for the database. `position` is the position in the
 * publication log before the reader was loaded.
 */
export async function makeSnapshot(
  ctx: MemberContext,
  reader: FeedReader,
  { tab, position, since }: { tab: FeedTab; position: number; since?: string | undefined },
): Promise<FeedSnapshot> {
  const startedAt = wallClock();
  if (needsTimelineUpdate(reader)) await updateTimeline(ctx, reader);
  const boundary = await loadNewnessBoundary(ctx, reader, tab, since);
  const { chosen, lookBackMs } = await choosePosts(ctx, reader, { tab, now: startedAt, boundary });
  const snapshot = cacheSnapshot(ctx, reader, {
    id: newId(),
    userId: reader.userId,
    tab,
    startedAt,
    checkedUpTo: position,
    newsSince: boundary.since,
    isLargeNetwork: !boundary.hasStrangers,
    list: packIds(chosen.map(({ id }) => id)),
    originals: packPositioned(originalsOf(chosen)),
    remaining: null,
    shownBy: null,
  });
  ctx.feed.writeBuffer.addSnapshot(ctx, snapshot, lookBackMs);
  if (reader.isAffinityStale) ctx.feed.affinity.schedule(ctx, reader.userId);
  return snapshot;
}

/** Adds a snapshot to the cache, with the people whose posts are news for it. */
export function cacheSnapshot(
  ctx: MemberContext,
  { followed, hasTimeline }: FeedReader,
  snapshot: Omit<FeedSnapshot, 'followed'>,
): FeedSnapshot {
  const cached: FeedSnapshot = {
    ...snapshot,
    followed: hasTimeline ? null : new Set(followed.map(fingerprintOf)),
  };
  ctx.feed.snapshots.add(cached);
  return cached;
}

function needsTimelineUpdate({ hasTimeline, followedSinceUpdate, followed }: FeedReader): boolean {
  return hasTimeline
    ? followedSinceUpdate.length > 0
    : followed.length > MAX_FOLLOWED_WITHOUT_TIMELINE;
}

/** The originals of the reposts, by position. */
function originalsOf(chosen: Candidate[]): Map<number, string> {
  return new Map(
    chosen.flatMap(({ id, targetId }, n) => (id === targetId ? [] : [[n, targetId] as const])),
  );
}

interface ChosenPosts {
  chosen: Candidate[];
  lookBackMs: number | null;
}

async function choosePosts(
  ctx: MemberContext,
  reader: FeedReader,
  { tab, now, boundary }: { tab: FeedTab; now: number; boundary: NewnessBoundary },
): Promise<ChosenPosts> {
  if (tab === 'foryou') return chooseForYou(ctx, reader, { now, boundary });
  const { posts, lookBackMs } = await loadFollowedPosts(ctx, reader);
  return { chosen: oncePerPost(toCandidates(reader, posts)).sort(newestFirst), lookBackMs };
}

async function chooseForYou(
  ctx: MemberContext,
  reader: FeedReader,
  { now, boundary }: { now: number; boundary: NewnessBoundary },
): Promise<ChosenPosts> {
  const { candidates, lookBackMs } = await loadCandidates(ctx, reader, boundary);
  const { affinity, seen } = reader;
  const previous = previousSnapshot(ctx, reader, 'foryou');
  // Posts of the previous list stay, also if the reader has just seen them. A list made after the previous one has expired leaves them out.
  const stays = previous ? fingerprintsIn(previous) : new Set<number>();
  const isStaying = (id: string) => stays.has(fingerprintOf(id));
  const isSeen = (id: string) => seen.has(fingerprintOf(id)) && !isStaying(id);
  const ownSince = previous ? previous.startedAt - MAX_COMMIT_DELAY_MS : ownPostsSince(reader, now);
  // Without a previous list, own posts of the last minutes count as new, too.
  const newOwnSince = previous ? Infinity : Math.max(ownSince, now - SNAPSHOT_TTL_MS);
  const isNew = (each: Candidate) =>
    isNews(reader, boundary, each) ||
    (isOwn(each) && each.postedAt >= newOwnSince && !isSeen(each.id));
  const eligible = candidates.filter(
    (each) => !isOwn(each) || each.postedAt >= ownSince || isNew(each) || isStaying(each.id),
  );
  const chosen = rankPosts(eligible, { now, affinity, isSeen, isNew }, MAX_SNAPSHOT_POSTS);
  return { chosen, lookBackMs };
}

const isOwn = ({ source }: Candidate) => source === 'self';

/** Whether this is an own post, or one that counts as new, past the boundary. */
function isNews(reader: FeedReader, boundary: NewnessBoundary, each: Candidate): boolean {
  const { id, targetId, source, originalAuthorId } = each;
  if (!isPastBoundary(boundary, { id, repostOfId: targetId })) return false;
  if (source === 'stranger') return boundary.hasStrangers;
  if (isOwn(each) || id === targetId || !originalAuthorId) return true;
  // A repost does not make a post newer that the reader or somebody they follow wrote.
  return originalAuthorId !== reader.userId && !reader.followed.includes(originalAuthorId);
}

/**
 * Own posts are shown if they are newer than the expiry of the last snapshot. A reader without a snapshot sees the own posts of
 * the last 30 minutes.
 */
function ownPostsSince({ lastSnapshotAt }: FeedReader, now: number): number {
  return lastSnapshotAt === null ? now - SNAPSHOT_TTL_MS : lastSnapshotAt + SNAPSHOT_TTL_MS;
}
