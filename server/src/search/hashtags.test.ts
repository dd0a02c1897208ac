import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as posts from '@roost/contract/posts';
import { listHashtag, listTrending, suggestHashtags } from '@roost/contract/search';
import { startAppForFile } from '../../test/support/app.ts';
import { castOf, type Member } from '../../test/support/cast.ts';
import { rankHashtags } from './rank-hashtags.ts';

const app = await startAppForFile();
const { alice, bob, carol, dan } = await castOf(app);

async function tagged(member: Member, tag: string, limit = 50) {
  return (await member.call(listHashtag, { params: { tag }, query: { limit } })).data.posts.map(
    ({ content }) => content,
  );
}

async function trending(member: Member) {
  await rankHashtags(app.ctx);
  return (await member.call(listTrending, {})).hashtags;
}

/** Moves a post this many hours into the past. */
async function age(post: posts.Post, hours: number): Promise<void> {
  await sql`update post_hashtags set created_at = now() - ${hours}::int * interval '1 hour'
    where post_id = ${post._id}`.execute(app.ctx.db);
}

test('a hashtag in any case, with or without #, lists its posts newest first', async () => {
  await alice.post('one #Überraschung');
  await alice.post('two #überraschung #ÜBERRASCHUNG');
  await bob.post('three #uberraschung');
  await bob.post('not #Überraschungen, nor überraschung');
  const all = ['three #uberraschung', 'two #überraschung #ÜBERRASCHUNG', 'one #Überraschung'];
  for (const tag of ['überraschung', '#ÜBERRASCHUNG', 'Überraschung'])
    expect(await tagged(dan, tag)).toEqual(all);
  const first = await dan.call(listHashtag, {
    params: { tag: 'überraschung' },
    query: { limit: 2 },
  });
  await bob.post('meanwhile #überraschung');
  const second = await dan.call(listHashtag, {
    params: { tag: 'überraschung' },
    query: { limit: 2, cursor: first.data.pagination.nextCursor ?? '' },
  });
  expect([...first.data.posts, ...second.data.posts].map(({ content }) => content)).toEqual(all);
  expect(second.data.pagination).toMatchObject({ nextCursor: null, totalPosts: 3 });
});

test('an invalid hashtag has no posts', async () => {
  for (const tag of [
    ' ',
    '%',
    '_',
    '\0',
    "'",
    '#',
    '##',
    '🦖',
    'x'.repeat(500),
    'x'.repeat(5_000),
  ]) {
    const response = await dan.client.fetch(`/api/posts/hashtag/${encodeURIComponent(tag)}`);
    expect([200, 400, 404, 414], tag.slice(0, 9)).toContain(response.status);
    if (response.ok) expect(await response.json()).toMatchObject({ data: { posts: [] } });
  }
});

test('only followers find followers-only posts, and blocked people find nothing', async () => {
  await alice.post('open #secretgarden');
  await alice.post('closed #secretgarden', 'followers');
  expect(await tagged(dan, 'secretgarden')).toEqual(['open #secretgarden']);
  expect(await tagged(alice, 'secretgarden')).toHaveLength(2);
  await carol.follow(alice);
  expect(await tagged(carol, 'secretgarden')).toEqual([
    'closed #secretgarden',
    'open #secretgarden',
  ]);
  await dan.toggleBlock(alice);
  expect(await tagged(dan, 'secretgarden')).toEqual([]);
  expect(await tagged(alice, 'secretgarden')).toHaveLength(2);
  await dan.toggleBlock(alice);
});

test('hashtags of comments are not listed', async () => {
  const post = await alice.post('nothing here');
  await bob.comment(post._id, 'a comment #commented');
  expect(await tagged(dan, 'commented')).toEqual([]);
  expect((await trending(dan)).map(({ _id }) => _id)).not.toContain('commented');
});

test('fifty followers-only posts affect neither trends nor suggestions', async () => {
  for (let n = 0; n < 50; n += 1) await alice.post(`${n} #whispered`, 'followers');
  await bob.post('aloud #whispered');
  expect((await trending(dan)).find(({ _id }) => _id === 'whispered')).toEqual({
    _id: 'whispered',
    count: 1,
  });
  for (let n = 0; n < 50; n += 1) await alice.post(`${n} #unheard`, 'followers');
  expect(JSON.stringify(await trending(alice))).not.toContain('unheard');
  const suggested = await dan.call(suggestHashtags, { query: { query: '#unhea' } });
  expect(suggested.data).toEqual([]);
});

test('trends rank by people, prefer recent posts, and add those of the week', async () => {
  await sql`delete from post_hashtags`.execute(app.ctx.db);
  for (let n = 0; n < 6; n += 1) await alice.post(`${n} #oneperson`);
  for (const member of [alice, bob, carol]) await member.post('so many #Threepeople');
  for (const member of [alice, bob]) await age(await member.post('early #twoearly'), 23);
  for (const member of [bob, carol]) await member.post('late #twolate');
  for (const member of [alice, bob, carol, dan]) await age(await member.post('#lastweek'), 100);
  await age(await dan.post('#longago'), 24 * 8);
  const edited = await dan.post('changed #before');
  await dan.call(posts.editPost, {
    params: { postId: edited._id },
    body: { content: 'changed #after' },
  });
  const deleted = await dan.post('deleted #gone');
  await dan.call(posts.deletePost, { params: { postId: deleted._id } });
  const list = await trending(dan);
  expect(list).toEqual([
    { _id: 'Threepeople', count: 3 },
    { _id: 'twolate', count: 2 },
    { _id: 'twoearly', count: 2 },
    { _id: 'after', count: 1 },
    { _id: 'oneperson', count: 6 },
    { _id: 'lastweek', count: 4 },
  ]);
  expect(await trending(alice)).toEqual(list);
  for (let n = 0; n < 12; n += 1) await bob.post(`#filler${n}`);
  const full = await trending(dan);
  expect(full).toHaveLength(10);
  expect(full.map(({ _id }) => _id)).not.toContain('lastweek');
});

test('a request for trends only reads the stored list', async () => {
  app.statements.length = 0;
  await dan.call(listTrending, {});
  const read = app.statements.filter((text) => text.includes('trending_hashtags'));
  expect(read).toHaveLength(1);
  expect(app.statements.some((text) => /post_hashtags|"?posts"?\b/.test(text))).toBe(false);
});

test('suggestions match the beginning, most used first, in the usual spelling', async () => {
  for (const text of ['#Garden', '#garden', '#Garden', '#gardening', '#gardengnome #gardening'])
    await bob.post(`mine ${text}`);
  const suggest = async (query: string) =>
    (await dan.call(suggestHashtags, { query: { query } })).data;
  expect(await suggest('#GARD')).toEqual([
    { _id: 'Garden', count: 3 },
    { _id: 'gardening', count: 2 },
    { _id: 'gardengnome', count: 1 },
  ]);
  for (const query of ['', '#', '%', '\u{10ffff}', '🦖']) expect(await suggest(query)).toEqual([]);
});

test('a frequent hashtag is suggested before many that precede it by alphabet', async () => {
  for (let n = 10; n < 60; n += 1) await bob.post(`#zz${n}`);
  for (const member of [alice, bob]) await member.post('everybody’s #zzz');
  const suggest = async () =>
    (await dan.call(suggestHashtags, { query: { query: 'zz' } })).data.map(({ _id }) => _id);
  await rankHashtags(app.ctx);
  expect(await suggest()).toEqual(['zzz', 'zz10', 'zz11', 'zz12', 'zz13', 'zz14']);
  await sql`delete from post_hashtags where tag = 'zzz'`.execute(app.ctx.db);
  await rankHashtags(app.ctx);
  expect(await suggest()).toEqual(['zz10', 'zz11', 'zz12', 'zz13', 'zz14', 'zz15']);
  const { rows } = await sql`select from used_hashtags where tag = 'zzz'`.execute(app.ctx.db);
  expect(rows).toEqual([]);
});
