import type { MemberContext } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { listPosts, type FeedPost, type PublicPost } from '../feed-post.queries.ts';
import { minIdAt, timeOf } from '../../lib/id-times.ts';
import type { FeedReader } from '../load-reader.ts';
import { MAX_COMMIT_DELAY_MS, type NewnessBoundary } from '../new-posts/newness-boundary.ts';
import { findCandidates, type FoundCandidates } from './candidate.queries.ts';
import { findCandidatesOnShards } from './find-candidates-on-shards.ts';
import { loadFollowedPosts } from './load-followed-posts.ts';
import type { Candidate } from './rank-posts.ts';

/** The most posts in one snapshot. */
export const MAX_SNAPSHOT_POSTS = 300;
/** At most this many popular public posts become candidates, whoever wrote them. */
const MAX_POPULAR_POSTS = 100;
/** At most this many posts that the closest people like become candidates. */
const MAX_LIKED_POSTS = 60;
/** How many of the closest people are asked for their likes. */
const MAX_LIKERS = 20;
const LIKED_WINDOW_MS = 3 * 86_400_000;

interface LoadedCandidates {
  candidates: Candidate[];
  /** The look-back window for the next list. Null if the posts come from a timeline. */
  lookBackMs: number | null;
}

/** Loads the candidates of 'Following': the newest posts by followed people and the reader. */
export async function loadFollowedCandidates(
  ctx: MemberContext,
  reader: FeedReader,
): Promise<LoadedCandidates> {
  const { posts, lookBackMs } = await loadFollowedPosts(ctx, reader, null, async (selection) => ({
    posts: await listPosts(ctx, selection),
  }));
  const candidates = posts.map((post) => candidateOf(reader, post));
  return { candidates: withoutMuted(reader, candidates), lookBackMs };
}

/** Loads all candidates of 'For you', with all news past the boundary. */
export async function loadCandidates(
  ctx: MemberContext,
  reader: FeedReader,
  boundary: NewnessBoundary,
): Promise<LoadedCandidates> {
  const { after } = boundary;
  const likedWindow = {
    userIds: closestPeople(reader),
    after: minIdAt(wallClock() - LIKED_WINDOW_MS),
    limit: MAX_LIKED_POSTS,
  };
  const [{ lookBackMs, ...found }, popular, latest] = await Promise.all([
    loadFollowedPosts(ctx, reader, after, async (selection) =>
      ctx.shards
        ? findCandidatesOnShards(ctx, selection, after)
        : findCandidates(ctx, selection, likedWindow, after),
    ),
    ctx.feed.popularPosts.all(ctx),
    ctx.feed.publications.latest(ctx),
  ]);
  const followed = found.posts.map((post) => candidateOf(reader, post, found));
  const listed = new Set(followed.map(({ targetId }) => targetId));
  const chosen: PublicPost[] = [];
  const add = (posts: readonly PublicPost[], limit = Infinity) => {
    const added = posts.filter(({ id }) => !listed.has(id)).slice(0, Math.max(0, limit));
    for (const { id } of added) listed.add(id);
    chosen.push(...added);
  };
  const isUnseen = ({ id, authorId }: PublicPost) =>
    !reader.seen.has(id) && !reader.blocked.has(authorId) && !reader.muted.has(authorId);
  add(popular.filter(isUnseen).slice(0, MAX_POPULAR_POSTS));
  add(publicNews(reader, boundary, latest));
  add(likedPosts(reader, found));
  add(latest.filter(isUnseen), MAX_SNAPSHOT_POSTS - followed.length - chosen.length);
  const followedIds = new Set(reader.followed);
  const others = chosen.map(({ id, authorId, engagers }) => ({
    ...candidateOf(reader, { id, authorId, repostOfId: null }, found),
    engagers,
    ...(authorId !== reader.userId &&
      !followedIds.has(authorId) && { source: 'stranger' as const }),
  }));
  return { candidates: withoutMuted(reader, [...followed, ...others]), lookBackMs };
}

/**
 * Leaves out what the reader mutes. This comes before the choice between several reposts of a post, so that a muted repost does not
 * displace another one. Each page checks again, because here the author of an original may be unknown.
 */
function withoutMuted({ muted, mutedReposts }: FeedReader, candidates: Candidate[]): Candidate[] {
  if (muted.size === 0 && mutedReposts.size === 0) return candidates;
  return candidates.filter(({ id, targetId, authorId, originalAuthorId, source }) => {
    if (source === 'self') return true;
    const isMutedRepost = id !== targetId && mutedReposts.has(authorId);
    const isOriginalMuted = originalAuthorId != null && muted.has(originalAuthorId);
    return !muted.has(authorId) && !isMutedRepost && !isOriginalMuted;
  });
}

/** The people with the highest affinity. If there are too few, followed people fill the list. */
function closestPeople({ affinity, followed }: FeedReader): string[] {
  const known = [...affinity].sort((one, other) => other[1] - one[1]).map(([id]) => id);
  return [...new Set([...known, ...followed])].slice(0, MAX_LIKERS);
}

function candidateOf(
  { userId }: FeedReader,
  { id, authorId, repostOfId }: FeedPost,
  found?: FoundCandidates,
): Candidate {
  const targetId = repostOfId ?? id;
  const engagement = found?.engagement.get(targetId);
  return {
    id,
    targetId,
    authorId,
    originalAuthorId: engagement?.authorId,
    source: authorId === userId ? 'self' : 'followed',
    engagers: engagement?.engagers ?? 0,
    closeLikers: found?.liked.get(targetId) ?? 0,
    postedAt: timeOf(id),
  };
}

/** The public posts that the closest people like. */
function likedPosts({ blocked }: FeedReader, { liked, engagement }: FoundCandidates): PublicPost[] {
  return [...liked.keys()].flatMap((id) => {
    const { authorId, engagers = 0 } = engagement.get(id) ?? {};
    return authorId && !blocked.has(authorId) ? { id, authorId, engagers } : [];
  });
}

/**
 * The public posts past the boundary, seen or not. It also has the posts of the last seconds, because they count as news later
 * if the snapshot does not have them.
 */
function publicNews(
  { blocked }: FeedReader,
  { after, hasStrangers }: NewnessBoundary,
  latest: readonly PublicPost[],
): PublicPost[] {
  if (!hasStrangers) return [];
  const late = minIdAt(wallClock() - MAX_COMMIT_DELAY_MS);
  const from = after < late ? after : late;
  return latest.filter(({ id, authorId }) => id > from && !blocked.has(authorId));
}
