import { expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import * as feed from '@roost/contract/feed';
import * as posts from '@roost/contract/posts';
import * as reactions from '@roost/contract/reactions';
import * as reposts from '@roost/contract/reposts';
import type { ShardNodes } from '../../src/kernel/ports.ts';
import { startAppForFile } from '../support/app.ts';
import { castOf } from '../support/cast.ts';
import { refusalOf } from '../support/test-client.ts';
import { distributions } from '../../../tools/shard/keys.ts';

const app = await startAppForFile();
const { alice, bob, carol } = await castOf(app);

/** Reads with the statements for a sharded database. One PostgreSQL answers them, too. */
async function onShards<T>(read: () => Promise<T>): Promise<T> {
  const shards: ShardNodes = { away: [], close: () => {} };
  Object.assign(app.ctx, { shards });
  try {
    return await read();
  } finally {
    Object.assign(app.ctx, { shards: null });
  }
}

/** The tables whose rows a subquery finds by a column instead of a value. Citus asks all shards of them. */
function tablesByColumn(text: string): string[] {
  const subqueries = text.replaceAll('"', '').matchAll(/exists \(select from (\w+)\b([^()]*)/g);
  return [...subqueries].flatMap(([, table = '', condition = '']) => {
    const distribution = distributions.get(table);
    const isByColumn =
      distribution?.kind === 'distributed' &&
      new RegExp(`\\b${distribution.key} = [a-z]`).test(condition);
    return isByColumn ? [table] : [];
  });
}

test('recognises a subquery that asks all shards', () => {
  const byColumn =
    'select exists (select from mutes where muter_id = users.id and until > now()) from users where id = $1';
  expect(tablesByColumn(byColumn)).toEqual(['mutes']);
  expect(tablesByColumn(byColumn.replace('users.id', '$2'))).toEqual([]);
});

test('reads with the statements for shards have the same answers', async () => {
  await bob.follow(alice);
  await bob.follow(carol);
  const post = await alice.post('to be answered #shards');
  const comment = await carol.comment(post._id, 'an answer');
  await carol.call(reposts.repost, { params: { postId: comment._id } });
  await carol.call(reactions.toggleLike, { params: { postId: post._id } });
  const hidden = await carol.post('for followers', 'followers');
  await bob.call(reactions.toggleLike, { params: { postId: comment._id } });
  const reads = {
    feed: async () => {
      app.ctx.feed.snapshots.invalidate(bob.id);
      const { data } = await bob.call(feed.getFeed, { query: { tab: 'following' } });
      return data.posts;
    },
    post: async () => bob.call(posts.getPost, { params: { postId: comment._id } }),
    thread: async () => bob.call(posts.listComments, { params: { postId: post._id }, query: {} }),
    likes: async () => bob.call(reactions.listLikes, { query: {} }),
    posts: async () => bob.call(posts.listUserPosts, { params: { userId: carol.id }, query: {} }),
    session: async () => {
      app.ctx.sessions.forgetAll();
      return bob.call(auth.getMe, {});
    },
  };
  for (const [name, read] of Object.entries<() => Promise<unknown>>(reads)) {
    await read();
    app.statements.length = 0;
    const answer = await read();
    const onOneMachine = app.statements.length;
    app.statements.length = 0;
    expect(await onShards(read), name).toEqual(answer);
    expect(app.statements.length, name).toBeGreaterThan(onOneMachine);
    expect(app.statements.flatMap(tablesByColumn), name).toEqual([]);
  }
  for (const postId of [hidden._id, bob.id]) {
    const refusal = await onShards(async () =>
      refusalOf(alice.call(posts.getPost, { params: { postId } })),
    );
    expect(refusal.status).toBe(404);
  }
});
