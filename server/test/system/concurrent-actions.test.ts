import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as reactions from '@roost/contract/reactions';
import * as relations from '@roost/contract/relations';
import * as posts from '@roost/contract/posts';
import { listTrending } from '@roost/contract/search';
import { rankHashtags } from '../../src/search/rank-hashtags.ts';
import { startAppForFile } from '../support/app.ts';
import { castOf, type Member } from '../support/cast.ts';
import { findDrift, recountTags } from '../support/recount.ts';
import { refusalOf } from '../support/test-client.ts';

const app = await startAppForFile();
const cast = Object.values(await castOf(app));

const tagCounts = (tags: { _id: string; count: number }[]) =>
  Object.fromEntries(tags.map(({ _id, count }) => [_id.toLowerCase(), count]));

const [first, second] = [() => cast[0] as Member, () => cast[1] as Member];

/** Blocks writes to a table until `release`. */
async function holdUp(table: string): Promise<{ release(): Promise<void> }> {
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = app.ctx.db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(tx);
    held.resolve();
    await over.promise;
  });
  await Promise.race([held.promise, holding]);
  return {
    async release() {
      over.resolve();
      await holding;
    },
  };
}

/** Counts the statements that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql`
    select from pg_locks where not granted and database =
      (select oid from pg_database where datname = current_database())`.execute(app.ctx.db);
  return rows.length;
}

test('the count equals the rows after 100 concurrent likes and unlikes', async () => {
  const post = await first().post('contested');
  await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      (cast[n % 4] as Member).call(reactions.toggleLike, { params: { postId: post._id } }),
    ),
  );
  // Each person toggles 25 times, an odd number.
  const { data } = await first().call(posts.getPost, { params: { postId: post._id } });
  expect(data.stats.likeCount).toBe(4);
  expect(await findDrift(app.ctx)).toEqual([]);
});

test('the counts equal the rows after concurrent mutual follows and unfollows', async () => {
  await Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      const [from, to] = n % 2 ? [first(), second()] : [second(), first()];
      return from.call(n % 3 ? relations.follow : relations.unfollow, {
        params: { userId: to.id },
      });
    }),
  );
  expect(await findDrift(app.ctx)).toEqual([]);
});

test('no follow remains after a concurrent follow and block', async () => {
  for (let round = 0; round < 15; round += 1) {
    await Promise.allSettled([
      first().follow(second()),
      second().toggleBlock(first()),
      second().follow(first()),
    ]);
    const blocks = await app.ctx.db.selectFrom('blocks').selectAll().execute();
    const follows = await app.ctx.db.selectFrom('follows').selectAll().execute();
    if (blocks.length > 0) expect(follows).toEqual([]);
    if (blocks.length > 0) await second().toggleBlock(first());
  }
  expect(await findDrift(app.ctx)).toEqual([]);
});

test.each(['a block', 'an unfollow'] as const)(
  'a comment on a post that %s hides just then is refused like any on a hidden post',
  async (what) => {
    await first().follow(second());
    const post = await second().post('about to be hidden', 'followers');
    const hold = await holdUp('posts');
    // The comment has checked its parent and waits for the insert.
    const commenting = refusalOf(first().comment(post._id, 'too late'));
    await expect.poll(waiting).toBe(1);
    if (what === 'a block') await second().toggleBlock(first());
    else await first().call(relations.unfollow, { params: { userId: second().id } });
    await hold.release();
    expect(await commenting).toMatchObject({ status: 404, body: { message: 'Post not found.' } });
    if (what === 'a block') await second().toggleBlock(first());
    expect(await findDrift(app.ctx)).toEqual([]);
  },
);

test('many concurrent actions give no 5xx, and counters equal a recount', async () => {
  const made: string[] = [];
  const statuses: number[] = [];
  const request = async (member: Member, method: string, path: string, body?: FormData) => {
    const response = await member.client.fetch(path, { method, ...(body && { body }) });
    statuses.push(response.status);
    return (await response.json()) as { data?: posts.Post };
  };
  let seed = 42;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const step = async () => {
    const member = cast[random(4)] as Member;
    const other = cast[random(4)] as Member;
    const postId = made[random(made.length)];
    const kind = random(12);
    if (!postId || kind < 3) {
      const form = new FormData();
      form.append('content', `storm ${seed} #storm${random(5)} #Storm${random(5)}`);
      form.append('visibility', random(3) ? 'public' : 'followers');
      if (postId && random(2)) form.append('parentPost', postId);
      const { data } = await request(member, 'POST', '/api/posts/createpost', form);
      if (data) made.push(data._id);
    } else if (kind < 6) await request(member, 'POST', `/api/posts/${postId}/like`);
    else if (kind < 7) await request(member, 'POST', `/api/posts/${postId}/repost`);
    else if (kind < 8) await request(member, 'DELETE', `/api/posts/${postId}/unrepost`);
    else if (kind < 9) await request(member, 'DELETE', `/api/posts/${postId}`);
    else if (kind < 10) await request(member, 'POST', `/api/users/bookmarks/${postId}`);
    else if (kind < 11)
      await request(member, random(2) ? 'POST' : 'DELETE', `/api/follow/${other.id}`);
    else if (!random(4)) await request(member, 'POST', `/api/users/toogleblock/${other.id}`);
  };
  for (let round = 0; round < 30; round += 1) await Promise.all(Array.from({ length: 20 }, step));
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(150);
  expect(await findDrift(app.ctx)).toEqual([]);
  await rankHashtags(app.ctx);
  const { hashtags } = await first().call(listTrending, {});
  expect(tagCounts(hashtags)).toEqual(tagCounts(await recountTags(app.ctx)));
  expect(hashtags.length).toBeGreaterThan(0);
});
