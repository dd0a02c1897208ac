import type { MemberContext } from '../../kernel/context.ts';
import type { FeedPost } from '../feed.queries.ts';
import type { FeedReader } from '../load-reader.ts';
import {
  isPastBoundary,
  MAX_COMMIT_DELAY_MS,
  type NewnessBoundary,
} from '../new-posts/newness-boundary.ts';
import { fingerprintOf, minIdAt, timeOf } from '../packed-ids.ts';
import { findEngagement, type Engagement } from './candidate.queries.ts';
import { loadFollowedAndLikedPosts } from './load-followed-posts.ts';
import type { Candidate } from './rank-posts.ts';
import { wallClock } from '../../lib/wall-clock.ts';

/** The most posts in one snapshot. */
export const MAX_SNAPSHOT_POSTS = 300;
/** At most this many popular public posts become candidates, whoever wrote them. */
const MAX_POPULAR_POSTS = 100;

/** A public post with its engagers. */
interface PublicPost {
  id: string;
  authorId: string;
  engagers: number;
}

/** Loads all candidates of 'For you', with all news past the boundary. */
export async function loadCandidates(
  ctx: MemberContext,
  reader: FeedReader,
  boundary: NewnessBoundary,
): Promise<{ candidates: Candidate[]; lookBackMs: number | null }> {
  const [{ posts, lookBackMs, liked }, popular, latest] = await Promise.all([
    loadFollowedAndLikedPosts(ctx, reader, boundary.after),
    ctx.feed.popularPosts.all(ctx),
    ctx.feed.publications.latest(ctx),
  ]);
  const followed = toCandidates(reader, posts);
  const targets = followed.map(({ targetId }) => targetId);
  const lists = { popular, latest, targets, likedCount: liked.size };
  const publicPosts = choosePublicPosts(reader, boundary, lists);
  const listed = new Set([...targets, ...publicPosts.map(({ id }) => id)]);
  const onlyLiked = [...liked.keys()].filter((id) => !listed.has(id));
  // Whether a repost is news depends on the author of its original.
  const reposted = new Set(newReposts(followed, boundary).map(({ targetId }) => targetId));
  const known = targets.filter((id) => !reposted.has(id));
  const engagement = await findEngagement(ctx, known, [...onlyLiked, ...reposted]);
  const likedPosts = visibleLikedPosts(reader, onlyLiked, engagement);
  const withCloseLikers = <Post extends { targetId: string }>(each: Post) => ({
    ...each,
    closeLikers: liked.get(each.targetId) ?? 0,
  });
  return {
    lookBackMs,
    candidates: [
      ...followed.map((each) => ({
        ...withCloseLikers(each),
        engagers: engagement.get(each.targetId)?.engagers ?? 0,
        originalAuthorId: engagement.get(each.targetId)?.authorId,
      })),
      ...publicCandidates(reader, [...publicPosts, ...likedPosts]).map(withCloseLikers),
    ],
  };
}

/** The public posts by authors whom the reader does not block. Posts that are not public have no author in `engagement`. */
function visibleLikedPosts(
  { blocked }: FeedReader,
  ids: readonly string[],
  engagement: ReadonlyMap<string, Engagement>,
): PublicPost[] {
  return ids.flatMap((id) => {
    const { authorId, engagers = 0 } = engagement.get(id) ?? {};
    return authorId && !blocked.has(authorId) ? { id, authorId, engagers } : [];
  });
}

/** Makes candidates from posts whose engagement is not known yet. */
export function toCandidates({ userId }: FeedReader, posts: FeedPost[]): Candidate[] {
  return posts.map(({ id, authorId, repostOfId }) => ({
    id,
    targetId: repostOfId ?? id,
    authorId,
    source: authorId === userId ? 'self' : 'followed',
    engagers: 0,
    closeLikers: 0,
    postedAt: timeOf(id),
  }));
}

function publicCandidates({ userId, followed }: FeedReader, posts: PublicPost[]): Candidate[] {
  const followedIds = new Set(followed);
  return posts.map(({ id, authorId, engagers }) => ({
    id,
    targetId: id,
    authorId,
    source: authorId === userId ? 'self' : followedIds.has(authorId) ? 'followed' : 'stranger',
    engagers,
    closeLikers: 0,
    postedAt: timeOf(id),
  }));
}

/** Chooses popular posts, public news, and as many of the newest public posts as the snapshot still has room for. */
function choosePublicPosts(
  reader: FeedReader,
  boundary: NewnessBoundary,
  lists: {
    popular: readonly PublicPost[];
    latest: readonly PublicPost[];
    targets: readonly string[];
    likedCount: number;
  },
): PublicPost[] {
  const { popular, latest, likedCount } = lists;
  const chosen = new Set(lists.targets);
  const popularPosts = chooseUnseen(reader, popular, MAX_POPULAR_POSTS);
  for (const { id } of popularPosts) chosen.add(id);
  const news = publicNews(reader, boundary, latest).filter(({ id }) => !chosen.has(id));
  for (const { id } of news) chosen.add(id);
  const taken = lists.targets.length + popularPosts.length + likedCount + news.length;
  const newest = chooseUnseen(reader, latest, MAX_SNAPSHOT_POSTS)
    .filter(({ id }) => !chosen.has(id))
    .slice(0, Math.max(0, MAX_SNAPSHOT_POSTS - taken));
  return [...popularPosts, ...news, ...newest];
}

function newReposts(followed: Candidate[], boundary: NewnessBoundary): Candidate[] {
  return followed.filter(
    ({ id, targetId }) => id !== targetId && isPastBoundary(boundary, { id, repostOfId: targetId }),
  );
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

/** The first `limit` posts that the reader has not seen and whose authors they do not block. */
function chooseUnseen(
  { seen, blocked }: FeedReader,
  posts: readonly PublicPost[],
  limit: number,
): PublicPost[] {
  const chosen: PublicPost[] = [];
  for (const post of posts) {
    if (chosen.length === limit) break;
    if (!seen.has(fingerprintOf(post.id)) && !blocked.has(post.authorId)) chosen.push(post);
  }
  return chosen;
}
