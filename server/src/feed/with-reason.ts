import type { OriginalPost, Post, PostReason } from '@roost/contract/posts';
import type { MemberContext } from '../kernel/context.ts';

/** A stranger's post with this many likes, comments and reposts together is shown as popular. */
const POPULAR_ENGAGEMENT = 3;

/**
 * Adds why a feed shows a post. It derives the reason from the presented post alone: who wrote it, whether the viewer follows them, and
 * its public numbers. A post that is there because close people like it has the same reason as any other public one.
 */
export function withReason(ctx: MemberContext, post: Post, feed: PostReason['feed']): Post {
  const reason: PostReason = { feed, kind: feed === 'list' ? 'listed' : kindOf(ctx, post) };
  const originalPost: OriginalPost | null = post.originalPost && { ...post.originalPost, reason };
  return { ...post, originalPost, reason };
}

function kindOf({ viewer }: MemberContext, { ownerid, isRepost, stats }: Post): PostReason['kind'] {
  if (ownerid._id === viewer.id) return 'own';
  if (ownerid.isFollowingByCurrentUser) return isRepost ? 'reposted' : 'followed';
  const engagement = stats.likeCount + stats.commentCount + stats.repostCount;
  return engagement >= POPULAR_ENGAGEMENT ? 'popular' : 'public';
}
