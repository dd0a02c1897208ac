import type { Context } from '../context.ts';
import { carryVisit } from './carried-visit.ts';

/** What is published, and who follows or blocks whom, is heard by every node before whoever did it is answered. */
export function feedEvents(ctx: Context): void {
  const { events, nodes } = ctx;
  events.on('published', (published) => {
    ctx.feed.newest.hear(published);
    const { authorId, postId, repostOfId } = published;
    ctx.feed.fanOut.add(ctx, { author_id: authorId, post_id: postId, repost_of_id: repostOfId });
  });
  events.beforeAnswer('published', async ({ postId, authorId, visibility, repostOfId }) =>
    nodes.tellNodes('published', { postId, authorId, visibility, repostOfId }),
  );
  nodes.onTold('published', (published) => ctx.feed.newest.hear(published));
  nodes.onAsked('whoseVisit', (asked) => carryVisit(ctx.feed.visits, asked));

  const outdate = (userIds: string[]) => {
    for (const id of userIds) ctx.feed.visits.outdate(id);
  };
  const changed = async (userIds: string[]) => {
    outdate(userIds);
    await nodes.tellNodes('followsChanged', { userIds });
  };
  nodes.onTold('followsChanged', ({ userIds }) => outdate(userIds));
  events.beforeAnswer('followed', async ({ followerId }) => changed([followerId]));
  events.beforeAnswer('unfollowed', async ({ followerId, followeeId }) => {
    ctx.feed.fanOut.cut(ctx, { userId: followerId, authorId: followeeId });
    await changed([followerId]);
  });
  for (const name of ['blocked', 'unblocked'] as const)
    events.beforeAnswer(name, async ({ blockerId, blockedId }) => {
      ctx.feed.fanOut.cut(ctx, { userId: blockerId, authorId: blockedId });
      ctx.feed.fanOut.cut(ctx, { userId: blockedId, authorId: blockerId });
      await changed([blockerId, blockedId]);
    });
}
