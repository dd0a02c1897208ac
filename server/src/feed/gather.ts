import type { MemberContext } from '../context.ts';
import {
  findDrawn,
  findFollowed,
  findLiked,
  pullAndLiked,
  pullPosts,
  readTimeline,
  type Pulled,
} from './feed.queries.ts';
import type { FeedReader } from './load-reader.ts';
import { idFrom, markOf, timeOf } from './packed-ids.ts';
import type { Candidate } from './ranking.ts';

/** A list is no longer. */
export const LONGEST = 300;
/** Of these at most are by people followed, newest first. */
const FOLLOWED = 200;
/** And of these that the closest like, or that draw the whole network. */
const LIKED = 60;
const POPULAR = 100;
/** So many of the closest are looked at for what they like, of so many days. */
const CLOSEST = 20;
const LIKED_SINCE = 3 * 86_400_000;

/** Milliseconds before the newest post in which to look first for what those followed posted, where nothing is known yet. */
const REACH = 3 * 3_600_000;
/** The next look is longer by this at least, or by what is missing. */
const FURTHER = 8;
const ENOUGH = 60;
const SHORTEST = 60_000;
const ALWAYS = 50 * 365 * 86_400_000;
/** What was published this lately may not be in timelines yet. */
const ON_ITS_WAY = 120_000;

/** What followed people and the reader posted last; newest first. */
export interface Followed {
  posts: Pulled[];
  /** What to look back next time; null where that does not tell. */
  reach: number | null;
}

export async function gatherFollowed(ctx: MemberContext, reader: FeedReader): Promise<Followed> {
  if (reader.hasTimeline) return fromTimeline(ctx, reader);
  return pull(ctx, reader, async (authors, stretch) => pullPosts(ctx, authors, stretch));
}

/** What followed people posted, and what the closest like. */
async function gatherFollowedAndLiked(
  ctx: MemberContext,
  reader: FeedReader,
): Promise<Followed & { liked: Map<string, number> }> {
  const likers = closestOf(reader);
  const lately = { after: idFrom(Date.now() - LIKED_SINCE), limit: LIKED };
  if (reader.hasTimeline) {
    const [followed, liked] = await Promise.all([
      fromTimeline(ctx, reader),
      findLiked(ctx, likers, lately),
    ]);
    return { ...followed, liked };
  }
  let liked: Map<string, number> | undefined;
  const followed = await pull(ctx, reader, async (authors, stretch) => {
    if (liked) return pullPosts(ctx, authors, stretch);
    const found = await pullAndLiked(ctx, authors, stretch, likers, lately);
    liked = found.liked;
    return found.posts;
  });
  return { ...followed, liked: liked ?? new Map() };
}

/** As far back as there is about a list's worth, which the last time told. */
async function pull(
  ctx: MemberContext,
  reader: FeedReader,
  read: (authors: string[], stretch: { after: string; limit: number }) => Promise<Pulled[]>,
): Promise<Followed> {
  const authors = [reader.userId, ...reader.followed];
  // A network may have been quiet for long: what counts is how far before its newest post.
  const [newest] = await ctx.feed.newest.latest(ctx);
  const end = newest ? timeOf(newest.id) : Date.now();
  let reach = reader.reach ?? REACH;
  for (;;) {
    const isAll = reach >= ALWAYS;
    const posts = await read(authors, { after: idFrom(isAll ? 0 : end - reach), limit: FOLLOWED });
    if (posts.length < ENOUGH && !isAll) {
      reach *= Math.max(FURTHER, FOLLOWED / (posts.length + 1));
      continue;
    }
    const oldest = posts.at(-1);
    const span = oldest ? Math.max(SHORTEST, end - timeOf(oldest.id)) : ALWAYS;
    // With some to spare where it was cut off, so that a quiet day is still one statement.
    return { posts, reach: Math.round(posts.length < FOLLOWED ? reach : span * 1.25) };
  }
}

/**
 * What the timeline has of those still followed, and what is still on its way there: nobody has to wait for it to be
 * brought, and whom they follow no more is gone at once.
 */
async function fromTimeline(ctx: MemberContext, { userId }: FeedReader): Promise<Followed> {
  const kept = await readTimeline(ctx, userId, FOLLOWED);
  const coming = ctx.feed.newest
    .heardSince(Date.now() - ON_ITS_WAY)
    .map(({ postId: id, authorId, repostOfId }) => ({ id, authorId, repostOfId }));
  const loud = await ctx.feed.loud.all(ctx);
  const found = [...new Map([...loud, ...kept, ...coming].map((each) => [each.id, each])).values()];
  const followed = await findFollowed(ctx, userId, new Set(found.map(({ authorId }) => authorId)));
  const posts = found
    .filter(({ authorId }) => authorId === userId || followed.has(authorId))
    .sort((one, other) => (one.id < other.id ? 1 : -1));
  return { posts: posts.slice(0, FOLLOWED), reach: null };
}

/** Everything 'For you' may choose from. */
export async function gatherForYou(
  ctx: MemberContext,
  reader: FeedReader,
): Promise<{ candidates: Candidate[]; reach: number | null }> {
  const [{ posts, reach, liked }, popular, latest] = await Promise.all([
    gatherFollowedAndLiked(ctx, reader),
    ctx.feed.popular.all(ctx),
    ctx.feed.newest.latest(ctx),
  ]);
  const followed = candidatesOf(reader, posts);
  const targets = new Set(followed.map(({ targetId }) => targetId));
  const strangers = unseen(reader, popular, POPULAR);
  for (const { id } of strangers) targets.add(id);
  const room = LONGEST - followed.length - strangers.length - liked.size;
  const newest = unseen(reader, latest, LONGEST)
    .filter(({ id }) => !targets.has(id))
    .slice(0, Math.max(0, room));
  for (const { id } of newest) targets.add(id);
  const unknown = [...liked.keys()].filter((id) => !targets.has(id));
  const known = followed.map(({ targetId }) => targetId);
  const drawn = await findDrawn(ctx, known, unknown);
  const people = (id: string) => drawn.get(id)?.people ?? 0;
  const friends = (id: string) => liked.get(id) ?? 0;
  const isFollowed = new Set(reader.followed);
  const byAnybody = (id: string, authorId: string, drew: number): Candidate => ({
    id,
    targetId: id,
    authorId,
    from: authorId === reader.userId ? 'self' : isFollowed.has(authorId) ? 'followed' : 'stranger',
    people: drew,
    friends: friends(id),
    at: timeOf(id),
  });
  return {
    reach,
    candidates: [
      ...followed.map((each) => ({
        ...each,
        people: people(each.targetId),
        friends: friends(each.targetId),
      })),
      ...strangers.map(({ id, authorId, people: drew }) => byAnybody(id, authorId, drew)),
      ...newest.map(({ id, authorId, people: drew }) => byAnybody(id, authorId, drew)),
      ...unknown.flatMap((id) => {
        const authorId = drawn.get(id)?.authorId;
        return authorId && !reader.blocked.has(authorId) ? byAnybody(id, authorId, people(id)) : [];
      }),
    ],
  };
}

/** What was pulled, as candidates of which nothing else is known yet. */
export function candidatesOf({ userId }: FeedReader, posts: Pulled[]): Candidate[] {
  return posts.map(({ id, authorId, repostOfId }) => ({
    id,
    targetId: repostOfId ?? id,
    authorId,
    from: authorId === userId ? 'self' : 'followed',
    people: 0,
    friends: 0,
    at: timeOf(id),
  }));
}

/** The first so many that are not seen yet, nor by somebody blocked. */
function unseen<Post extends { id: string; authorId: string }>(
  { seen, blocked }: FeedReader,
  posts: readonly Post[],
  most: number,
): Post[] {
  const chosen: Post[] = [];
  for (const post of posts) {
    if (chosen.length === most) break;
    if (!seen.has(markOf(post.id)) && !blocked.has(post.authorId)) chosen.push(post);
  }
  return chosen;
}

/** Whom the reader is closest to; where that is not known, some they follow. */
function closestOf({ closeness, followed }: FeedReader): string[] {
  const known = [...closeness].sort((one, other) => other[1] - one[1]).map(([id]) => id);
  return [...new Set([...known, ...followed])].slice(0, CLOSEST);
}
