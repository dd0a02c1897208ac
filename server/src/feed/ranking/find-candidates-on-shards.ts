import type { Context } from '../../kernel/context.ts';
import { listPosts, type PostSelection } from '../feed-post.queries.ts';
import { findPublicPosts, type FoundCandidates } from './candidate.queries.ts';

/**
 * Finds candidates where the engagement of 200 posts, and the likes of other people, would ask all shards. It takes the
 * engagement from the lists that this process reads once a minute, and leaves out the likes. So one shard answers. Others
 * answer only for new reposts of posts that the lists lack.
 */
export async function findCandidatesOnShards(
  ctx: Context,
  selection: PostSelection,
  newsAfter: string,
): Promise<FoundCandidates> {
  const [posts, popular, latest] = await Promise.all([
    listPosts(ctx, selection),
    ctx.feed.popularPosts.all(ctx),
    ctx.feed.publications.latest(ctx),
  ]);
  const known = new Map([...latest, ...popular].map((post) => [post.id, post]));
  const missing = posts.flatMap(({ id, repostOfId }) =>
    id > newsAfter && repostOfId && !known.has(repostOfId) ? [repostOfId] : [],
  );
  for (const post of missing.length > 0 ? await findPublicPosts(ctx, missing) : [])
    known.set(post.id, post);
  return { posts, liked: new Map(), engagement: known };
}
