import { MAX_NEW_POSTS, type FeedTab, type NewPosts } from '@roost/contract/feed';
import type { MemberContext } from '../../kernel/context.ts';
import { loadReader } from '../load-reader.ts';
import { listFollowedPostsAfter } from '../ranking/load-followed-posts.ts';
import { newestFirst } from '../ranking/rank-posts.ts';
import { filterNewPosts } from './filter-new-posts.ts';
import { isPastBoundary, loadNewnessBoundary } from './newness-boundary.ts';
import { loadAvatars, presentNewPosts } from './present-new-posts.ts';

/** The most candidates for one viewer. Twice the largest count, because the visibility rule may hide some. */
const MAX_CANDIDATES = 2 * MAX_NEW_POSTS;

/** Counts the posts newer than `since`. The list that replaces that of `since` begins with them. */
export async function countNewPosts(
  ctx: MemberContext,
  { since, tab }: { since: string; tab: FeedTab },
): Promise<NewPosts> {
  const reader = await loadReader(ctx, tab);
  const boundary = await loadNewnessBoundary(ctx, reader, tab, since);
  const { hasStrangers } = boundary;
  const [followed, latest] = await Promise.all([
    listFollowedPostsAfter(ctx, reader, { after: boundary.after, limit: MAX_CANDIDATES }),
    hasStrangers ? ctx.feed.publications.latest(ctx) : [],
  ]);
  const strangers = latest.map(({ id, authorId }) => ({ id, authorId, repostOfId: null }));
  const posts = [...new Map([...strangers, ...followed].map((post) => [post.id, post])).values()]
    .filter((post) => isPastBoundary(boundary, post))
    .sort(newestFirst)
    .slice(0, MAX_CANDIDATES);
  const [shown = []] = await filterNewPosts(ctx, [
    { viewerId: reader.userId, tab, hasStrangers, less: reader.less, posts },
  ]);
  return presentNewPosts(ctx, shown, await loadAvatars(ctx, [shown]));
}
