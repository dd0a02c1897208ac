import { beforeAll, describe, expect, test } from 'vitest';
import * as feed from '@roost/contract/feed';
import { showLess } from '@roost/contract/feed';
import { unfollow } from '@roost/contract/relations';
import { startAppForFile, startAppForTest, type TestApp } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { startTwoNodes } from '../../../test/support/nodes.ts';
import { countStatements } from '../../../test/support/statements.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import { connectHearing } from '../../../test/support/wire.ts';

/** Short enough for a test, long enough for several posts. */
const ANNOUNCE_EVERY = 3_000;
const app = await startAppForFile({}, { announceEvery: ANNOUNCE_EVERY });

let crowds = 0;
async function people(count: number, at: TestApp = app): Promise<Member[]> {
  crowds += 1;
  return crowdOf(at, count, `open${crowds}x`);
}

async function readFeed(member: Member, tab: feed.FeedTab) {
  return (await member.call(feed.getFeed, { query: { tab, limit: 50 } })).data;
}

/** A client that shows a tab of the feed, and the events that it receives. */
async function openFeed(client: TestClient, tab: feed.FeedTab = 'foryou', since?: string) {
  const { socket, heard } = await connectHearing(client);
  const answer: unknown = await socket
    .timeout(5_000)
    .emitWithAck('feedOpened', { tab, ...(since && { since }) });
  expect(answer).toEqual({ ok: true });
  const received = () =>
    heard.flatMap(({ name, payload }) =>
      name === 'feedGrew' ? [payload as { count: number }] : [],
    );
  return { socket, received, counts: () => received().map(({ count }) => count) };
}

describe('a client with an open feed', () => {
  let me: Member;
  let friend: Member;
  let stranger: Member;
  beforeAll(async () => {
    [me, friend, stranger] = (await people(3)) as [Member, Member, Member];
    await me.follow(friend);
  });

  test('receives the count of new posts for its own tab, in batches', async () => {
    const ranked = await openFeed(me.client);
    const timed = await openFeed(me.client, 'following');
    const closed = await openFeed(me.client);
    await closed.socket.timeout(5_000).emitWithAck('feedClosed');
    await friend.post('one');
    await expect
      .poll(timed.received)
      .toEqual([
        { tab: 'following', since: expect.any(String) as string, count: 1, avatars: [null] },
      ]);
    const at = performance.now();
    for (let n = 0; n < 4; n += 1) await friend.post(`more ${n}`);
    await stranger.post('by a stranger');
    await stranger.post('for others', 'followers');
    await me.post('my own');
    await expect.poll(timed.counts).toEqual([1, 5]);
    expect(performance.now() - at).toBeGreaterThan(ANNOUNCE_EVERY - 1_000);
    await expect.poll(ranked.counts).toEqual([1, 6]);
    expect(closed.received()).toEqual([]);
  });

  test('receives a count with posts from before `feedOpened`, and none that it shows', async () => {
    const { since } = await readFeed(me, 'following');
    await friend.post('while nobody listened');
    const feed = await openFeed(me.client, 'following', since);
    await expect.poll(feed.counts).toEqual([1]);
  });

  test('receives a count of posts by people followed now, and not by unfollowed people', async () => {
    const feed = await openFeed(me.client, 'following');
    await me.follow(stranger);
    await me.call(unfollow, { params: { userId: friend.id } });
    await friend.post('not followed any more');
    await stranger.post('followed by now');
    await expect.poll(feed.counts).toEqual([1]);
  });

  test('receives a smaller count after "Not this", and no count of posts by this author', async () => {
    const [reader, disliked] = (await people(2)) as [Member, Member];
    for (const each of [friend, disliked]) await reader.follow(each);
    const { _id: postId } = await disliked.post('not this');
    const { since } = await readFeed(reader, 'foryou');
    const feed = await openFeed(reader.client, 'foryou', since);
    await disliked.post('before');
    await expect.poll(feed.counts).toEqual([1]);
    await reader.call(showLess, { params: { postId } });
    await expect.poll(feed.counts).toEqual([1, 0]);
    await disliked.post('after');
    await friend.post('by a friend');
    await expect.poll(feed.counts).toEqual([1, 0, 1]);
  });

  test('takes the same statements for any number of clients', async () => {
    const fresh = await startAppForTest({}, { announceEvery: 1_000 });
    const [author, ...readers] = (await people(12, fresh)) as [Member, ...Member[]];
    for (const reader of readers) await reader.follow(author);
    const received = async (feeds: Awaited<ReturnType<typeof openFeed>>[]) => {
      const before = feeds.map(({ received: list }) => list().length);
      await author.post('hear, hear');
      for (const [n, feed] of feeds.entries())
        await expect.poll(() => feed.received().length).toBe(before[n]! + 1);
    };
    const one = await countStatements(fresh, async () => {
      const feed = await openFeed(readers[0]!.client, 'following');
      await received([feed]);
      feed.socket.disconnect();
    });
    const open = readers.slice(1).map(async ({ client }) => openFeed(client, 'following'));
    const feeds = await Promise.all(open);
    const all = await countStatements(fresh, async () => received(feeds));
    expect(all).toBeLessThanOrEqual(one);
  });
});

test('a client receives the count of posts from another node', async () => {
  const { one, two } = await startTwoNodes();
  const [me, friend] = (await people(2, one)) as [Member, Member];
  await me.follow(friend);
  const there = two.client();
  there.cookie = me.client.cookie;
  const feed = await openFeed(there, 'following');
  await friend.post('from the other node');
  await expect.poll(feed.counts).toEqual([1]);
});
