import { describe, expect, test } from 'vitest';
import { v4 as randomId } from 'uuid';
import * as feed from '@roost/contract/feed';
import * as reposts from '@roost/contract/reposts';
import * as reactions from '@roost/contract/reactions';
import * as posts from '@roost/contract/posts';
import { unfollow } from '@roost/contract/relations';
import { startAppForFile, startAppForTest, type TestApp } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { countStatements } from '../../../test/support/statements.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { FeedCache } from '../feed-cache.ts';
import { insertIntoTimeline } from '../timelines/timeline.queries.ts';

const app = await startAppForFile();

let crowds = 0;
async function people(count: number, at: TestApp = app): Promise<Member[]> {
  crowds += 1;
  return crowdOf(at, count, `new${crowds}x`);
}

async function readFeed(member: Member, tab: feed.FeedTab = 'foryou') {
  return (await member.call(feed.getFeed, { query: { tab, limit: 50 } })).data;
}

/** Reads the list that a press on the pill shows. */
async function press(member: Member, since: string, tab: feed.FeedTab = 'foryou') {
  return (await member.call(feed.getFeed, { query: { tab, since, limit: 50 } })).data;
}

const contentsOf = (list: readonly posts.Post[]) => list.map(({ content }) => content);

async function countNew(member: Member, since: string, tab: feed.FeedTab = 'foryou') {
  return (await member.call(feed.countNewPosts, { query: { since, tab } })).data;
}

const countOf = async (...asked: Parameters<typeof countNew>) => (await countNew(...asked)).count;

describe('the count of new posts', () => {
  test('counts posts of followed people since a post, or since the list was made', async () => {
    const [me, friend, other] = (await people(3)) as [Member, Member, Member];
    await me.follow(friend);
    const first = await friend.post('the first');
    const { since } = await readFeed(me);
    expect(await countNew(me, since)).toEqual({ count: 0, avatars: [] });
    await friend.post('the second');
    await friend.post('the third', 'followers');
    await other.post('by somebody not followed');
    for (const from of [since, first._id]) {
      expect(await countOf(me, from, 'following')).toBe(2);
      expect(await countOf(me, from, 'foryou')).toBe(3);
    }
    expect((await countNew(me, since)).avatars).toEqual([null, null]);
    const { posts: shown } = await press(me, since);
    expect(contentsOf(shown).slice(0, 3)).toEqual([
      'by somebody not followed',
      'the third',
      'the second',
    ]);
  });

  test('counts a post that commits after the list is made, but no listed post', async () => {
    const [me, friend] = (await people(2)) as [Member, Member];
    await me.follow(friend);
    const { _id } = await friend.post('shown');
    const { posts: shown, since } = await readFeed(me, 'following');
    expect(shown.map((post) => post._id)).toEqual([_id]);
    // Its id is older than the list, as if its transaction had committed after the list was made.
    const late = `${_id.slice(0, -1)}${_id.endsWith('0') ? '1' : '0'}`;
    const { db } = app.ctx;
    const [row] = await db.selectFrom('posts').selectAll().where('id', '=', _id).execute();
    await db
      .insertInto('posts')
      .values({ ...row!, id: late })
      .execute();
    const entry = await db
      .selectFrom('author_posts')
      .selectAll()
      .where('post_id', '=', _id)
      .execute();
    await db
      .insertInto('author_posts')
      .values({ ...entry[0]!, post_id: late })
      .execute();
    // On shards, anybody who follows somebody has a timeline.
    if (app.ctx.shards)
      await insertIntoTimeline(app.ctx, me.id, [
        { id: late, authorId: friend.id, repostOfId: null },
      ]);
    expect(await countOf(me, since, 'following')).toBe(1);
  });

  test('leaves out own, hidden, deleted and blocked posts, and comments', async () => {
    const [me, friend, closed, enemy, shy] = (await people(5)) as [
      Member,
      Member,
      Member,
      Member,
      Member,
    ];
    for (const each of [friend, enemy, shy]) await me.follow(each);
    const { since } = await readFeed(me);
    await me.post('my own');
    await closed.post('for followers I am not among', 'followers');
    const { _id } = await friend.post('deleted at once');
    await friend.comment(_id, 'a comment');
    await friend.call(posts.deletePost, { params: { postId: _id } });
    await enemy.post('by whom I block');
    await me.toggleBlock(enemy);
    await shy.post('by who blocks me');
    await shy.toggleBlock(me);
    for (const tab of ['foryou', 'following'] as const)
      expect(await countOf(me, since, tab)).toBe(0);
    await friend.post('for followers', 'followers');
    expect(await countOf(me, since)).toBe(1);
    await me.call(unfollow, { params: { userId: friend.id } });
    expect(await countOf(me, since)).toBe(0);
  });

  test('counts a repost once, and not if the feed shows its original', async () => {
    const [me, friend, other, stranger] = (await people(4)) as [Member, Member, Member, Member];
    for (const each of [friend, other]) await me.follow(each);
    const strange = await stranger.post('by a stranger');
    const known = await friend.post('by a friend');
    const { since } = await readFeed(me, 'following');
    for (const by of [friend, other])
      await by.call(reposts.repost, { params: { postId: strange._id } });
    await other.call(reposts.repost, { params: { postId: known._id } });
    expect(await countOf(me, since, 'following')).toBe(1);
  });

  test('leaves out authors of whom the reader said "Not this", except in Following', async () => {
    const [me, friend, disliked, stranger] = (await people(4)) as [Member, Member, Member, Member];
    for (const each of [friend, disliked]) await me.follow(each);
    await friend.post('the first');
    const unwanted = [await disliked.post('not this'), await stranger.post('and not this')];
    const { since } = await readFeed(me);
    for (const { _id } of unwanted) await me.call(feed.showLess, { params: { postId: _id } });
    await disliked.post('by the same author');
    for (const { _id } of [unwanted[1]!, await stranger.post('by the other author')])
      await friend.call(reposts.repost, { params: { postId: _id } });
    expect(await countNew(me, since)).toEqual({ count: 0, avatars: [] });
    expect(await countOf(me, since, 'following')).toBe(3);
    const { posts: shown } = await press(me, since);
    expect(contentsOf(shown)[0]).toBe('the first');
    await me.call(feed.undoShowLess, { params: { postId: unwanted[0]!._id } });
    expect(await countOf(me, since)).toBe(1);
  });

  test('stops at 99, with as many statements as for one post', async () => {
    const [me, friend] = (await people(2)) as [Member, Member];
    await me.follow(friend);
    const first = await friend.post('the first');
    await friend.post('the second');
    const few = await countStatements(app, async () => countNew(me, first._id, 'following'));
    for (let n = 0; n < 105; n += 1) await friend.post(`number ${n}`);
    let count = 0;
    const many = await countStatements(app, async () => {
      count = await countOf(me, first._id, 'following');
    });
    expect(count).toBe(99);
    expect(many).toBe(few);
    expect(many).toBeLessThanOrEqual(5);
  });

  test('uses only the time within `since`', async () => {
    const [me, friend] = (await people(2)) as [Member, Member];
    await me.follow(friend);
    const { _id } = await friend.post('gone by then');
    await friend.post('still there');
    await friend.call(posts.deletePost, { params: { postId: _id } });
    expect(await countOf(me, _id, 'following')).toBe(1);
    expect(await countOf(me, '00000000-0000-7000-8000-000000000000', 'following')).toBe(1);
    expect(await countOf(me, 'ffffffff-ffff-7fff-bfff-ffffffffffff', 'following')).toBe(0);
    expect((await countNew(me, randomId())).count).toBeLessThanOrEqual(99);
    expect((await refusalOf(countNew(me, 'nonsense'))).status).toBe(400);
  });
});

describe('a press on the pill', () => {
  test('shows all counted posts first, the newest first, and counts none of them again', async () => {
    const [me, friend, stranger] = (await people(3)) as [Member, Member, Member];
    await me.follow(friend);
    for (let n = 0; n < 5; n += 1) await friend.post(`old ${n}`);
    for (const tab of ['foryou', 'following'] as const) {
      const { since } = await readFeed(me, tab);
      const made: string[] = [];
      for (let n = 0; n < 12; n += 1) {
        const author = n % 3 === 0 && tab === 'foryou' ? stranger : friend;
        made.unshift((await author.post(`${tab} ${n}`)).content);
      }
      expect(await countOf(me, since, tab)).toBe(made.length);
      const shown = await press(me, since, tab);
      expect(contentsOf(shown.posts).slice(0, made.length)).toEqual(made);
      expect(await countOf(me, shown.since, tab)).toBe(0);
      // The client may not know of `since`.
      expect(contentsOf((await readFeed(me, tab)).posts).slice(0, made.length)).toEqual(made);
    }
  });

  test('shows a stranger’s post first, also if the list has no room for more', async () => {
    const at = await startAppForTest();
    const [me, friend, busy, stranger] = (await people(4, at)) as [Member, Member, Member, Member];
    await me.follow(friend);
    for (let n = 0; n < 180; n += 1) {
      const { _id } = await friend.post(`friend ${n}`);
      if (n < 40) await friend.call(reactions.toggleLike, { params: { postId: _id } });
    }
    const popular: string[] = [];
    for (let n = 0; n < 80; n += 1) popular.push((await busy.post(`busy ${n}`))._id);
    await at.ctx.db
      .insertInto('popular_posts')
      .values(popular.map((post_id) => ({ post_id, author_id: busy.id, engager_count: 9 })))
      .execute();
    at.ctx.feed.popularPosts.forget();
    await stranger.post('just before the list');
    const { since } = await readFeed(me);
    await stranger.post('new by a stranger');
    expect(await countOf(me, since)).toBe(1);
    const first = await press(me, since);
    expect(first.posts[0]?.content).toBe('new by a stranger');
    expect(await countOf(me, first.since)).toBe(0);
    await stranger.post('another by a stranger');
    expect(await countOf(me, first.since)).toBe(1);
    const second = await press(me, first.since);
    expect(second.posts[0]?.content).toBe('another by a stranger');
  });

  test('shows counted posts first that the viewer has seen in another tab', async () => {
    const [me, friend] = (await people(2)) as [Member, Member];
    await me.follow(friend);
    await friend.post('old');
    const { since } = await readFeed(me);
    await friend.post('seen in the other tab');
    expect((await readFeed(me, 'following')).posts[0]?.content).toBe('seen in the other tab');
    expect(await countOf(me, since)).toBe(1);
    expect((await press(me, since)).posts[0]?.content).toBe('seen in the other tab');
  });

  test('shows what its own list counted, if another client has a newer list', async () => {
    const [me, friend] = (await people(2)) as [Member, Member];
    await me.follow(friend);
    await friend.post('old');
    const here = await readFeed(me);
    await friend.post('new here, known there');
    const there = await press(me, here.since);
    await friend.post('new on both');
    await press(me, there.since);
    expect(await countOf(me, here.since)).toBe(2);
    const { posts: shown } = await press(me, here.since);
    expect(contentsOf(shown).slice(0, 2)).toEqual(['new on both', 'new here, known there']);
    expect(new Set(shown.map(({ _id }) => _id)).size).toBe(shown.length);
  });

  test('shows counted posts first also after the snapshot is lost', async () => {
    const at = await startAppForTest();
    const [me, friend, stranger] = (await people(3, at)) as [Member, Member, Member];
    await me.follow(friend);
    for (let n = 0; n < 5; n += 1) await friend.post(`old ${n}`);
    const { since } = await readFeed(me);
    const made: string[] = [];
    for (const author of [friend, stranger]) made.unshift((await author.post('new'))._id);
    Object.assign(at.ctx, { feed: new FeedCache() });
    await at.ctx.db.deleteFrom('feed_snapshots').execute();
    expect(await countOf(me, since)).toBe(2);
    expect((await press(me, since)).posts.map(({ _id }) => _id).slice(0, 2)).toEqual(made);
  });

  test('does not put a repost of an own post first', async () => {
    const [me, friend] = (await people(2)) as [Member, Member];
    await me.follow(friend);
    const own = await me.post('my own');
    const { since } = await readFeed(me);
    await friend.call(reposts.repost, { params: { postId: own._id } });
    await friend.post('new');
    expect(await countOf(me, since)).toBe(1);
    expect((await press(me, since)).posts[0]?.content).toBe('new');
  });

  test('takes as many statements for one post as for many', async () => {
    const [me, friend] = (await people(2)) as [Member, Member];
    await me.follow(friend);
    const { since } = await readFeed(me);
    await friend.post('one');
    const few = await countStatements(app, async () => press(me, since));
    for (let n = 0; n < 30; n += 1) await friend.post(`number ${n}`);
    expect(await countStatements(app, async () => press(me, since))).toBe(few);
    expect(few).toBeLessThanOrEqual(5);
  });
});
