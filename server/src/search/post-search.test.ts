// Long because its tests share one started app.
import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import * as reposts from '@roost/contract/reposts';
import * as reactions from '@roost/contract/reactions';
import * as posts from '@roost/contract/posts';
import { searchPosts } from '@roost/contract/search';
import { startAppForFile, startAppForTest } from '../../test/support/app.ts';
import { castOf, type Member } from '../../test/support/cast.ts';
import { refusalOf } from '../../test/support/test-client.ts';
import { countStatements } from '../../test/support/statements.ts';
import { accessScopeOfPost } from '../posts/access/access-scope.ts';
import { insertPost } from '../posts/insert-post.queries.ts';

const app = await startAppForFile();
const { alice, bob, carol, dan } = await castOf(app);

/** Finds the texts of posts for a member, best first. */
async function find(member: Member, query: string, limit = 50): Promise<string[]> {
  const { data } = await member.call(searchPosts, { query: { query, limit } });
  expect(data.query).toBe(query.trim());
  return data.posts.map(({ content }) => content);
}

describe('words of any language', () => {
  const texts = [
    'The first FROST on the roof, naïve café weather',
    'मैं हिन्दी सीख रहा हूँ और क़लम से लिखता हूँ',
    'قرأت الكِتاب الجديد في المكتبة',
    'Ещё вчера мой ёжик гулял по Москве',
    '我们在北京吃了烤鸭，天气很好',
    '東京都に住んでいます。ラーメンが好き',
    'ฉันรักภาษาไทยมาก',
    '부산 바다가 그리워요',
    'ＦＵＬＬ　ＷＩＤＴＨ and a 👍🏽',
  ];
  beforeAll(async () => {
    for (const text of texts) await alice.post(text);
  });

  test.each([
    ['frost', 0],
    ['FROST roof', 0],
    ['naive cafe', 0],
    ['weath', 0],
    ['हिन्दी', 1],
    ['कलम', 1],
    ['सीख हिन्दी', 1],
    ['كتاب', 2],
    ['الكتاب', 2],
    ['المكتبه', 2],
    ['ежик', 3],
    ['МОСКВЕ', 3],
    ['北京', 4],
    ['天气', 4],
    ['烤', 4],
    ['東京', 5],
    ['ラーメン', 5],
    ['住んで', 5],
    ['ภาษา', 6],
    ['ไทย', 6],
    ['바다', 7],
    ['full width', 8],
    ['👍', 8],
  ] as const)('%s', async (query, index) => {
    expect(await find(bob, query)).toEqual([texts[index]]);
  });

  test('a part of a word finds nothing', async () => {
    // 東京都 contains 京都, but the post does not mention Kyoto.
    for (const query of ['京都', 'rost', 'fr', 'ндук']) expect(await find(bob, query)).toEqual([]);
  });
});

describe('operators', () => {
  beforeAll(async () => {
    await alice.post('new york in the morning');
    await alice.post('york is new to me');
    await bob.post('a new #Café in york');
    await bob.post('a cafe without a tag');
  });

  test.each<[string, string[]]>([
    ['"new york"', ['new york in the morning']],
    ['new york from:ALICE', ['york is new to me', 'new york in the morning']],
    ['from:@bob york', ['a new #Café in york']],
    ['#cafe', ['a new #Café in york']],
    ['#CAFÉ new', ['a new #Café in york']],
    ['cafe a', ['a cafe without a tag', 'a new #Café in york']],
    ['york from:nobody_of_this_name', []],
    ['york "new"', ['a new #Café in york', 'york is new to me', 'new york in the morning']],
    ['york "morning new"', []],
  ])('%s', async (query, expected) => {
    expect(await find(carol, query)).toEqual(expected);
  });
});

test('an edited post is found by its new words, and a deleted one never', async () => {
  const post = await carol.post('the quartz clock #Quartz');
  await carol.call(posts.editPost, {
    params: { postId: post._id },
    body: { content: 'the marble clock #Marble' },
  });
  expect(await find(bob, 'quartz')).toEqual([]);
  expect(await find(bob, '#quartz')).toEqual([]);
  expect(await find(bob, '#marble')).toHaveLength(1);
  expect(await find(bob, 'marble clock')).toHaveLength(1);
  await carol.call(posts.deletePost, { params: { postId: post._id } });
  expect(await find(bob, 'marble')).toEqual([]);
});

test('comments and reposts are not found', async () => {
  const post = await carol.post('a zeppelin overhead');
  await bob.comment(post._id, 'which zeppelin?');
  await bob.call(reposts.repost, { params: { postId: post._id } });
  expect(await find(dan, 'zeppelin')).toEqual(['a zeppelin overhead']);
});

test('a liked post ranks above a slightly newer post', async () => {
  const liked = await alice.post('lighthouse, liked');
  for (const member of [bob, carol, dan])
    await member.call(reactions.toggleLike, { params: { postId: liked._id } });
  await alice.post('lighthouse, new');
  expect(await find(dan, 'lighthouse')).toEqual(['lighthouse, liked', 'lighthouse, new']);
});

test('pages neither repeat nor skip posts during new posts and likes', async () => {
  const before: posts.Post[] = [];
  for (let n = 0; n < 23; n += 1) before.push(await alice.post(`heron number ${n}`));
  const seen: string[] = [];
  let cursor: string | null = null;
  let page = 0;
  do {
    const { data }: Awaited<ReturnType<typeof fetchPage>> = await fetchPage('heron', 4, cursor);
    expect(data.posts).toHaveLength(page < 5 ? 4 : 3);
    seen.push(...data.posts.map(({ _id }) => _id));
    cursor = data.pagination.nextCursor;
    const next = before[page] as posts.Post;
    for (const member of [bob, carol, dan])
      await member.call(reactions.toggleLike, { params: { postId: next._id } });
    await bob.post(`heron meanwhile ${page}`);
    page += 1;
  } while (cursor);
  expect(seen.toSorted()).toEqual(before.map(({ _id }) => _id).toSorted());
  const numbered = await dan.call(searchPosts, { query: { query: 'heron', page: 3, limit: 10 } });
  expect(numbered.data).toMatchObject({ currentPage: 3, totalPages: 3, totalPosts: 29 });
  expect(numbered.data.posts).toHaveLength(9);
});

test('a cursor does not depend on posts that the viewer cannot see', async () => {
  for (let n = 0; n < 3; n += 1) await bob.post(`a curlew, number ${n}`);
  const positionOf = async () => {
    const { data } = await fetchPage('curlew', 2, null);
    const list = ['post search', 'curlew'];
    const position = app.ctx.cursors.open(data.pagination.nextCursor ?? '', dan.id, list);
    return JSON.stringify(position).replace(/"since":\d+/, '');
  };
  const before = await positionOf();
  for (let n = 0; n < 3; n += 1) await alice.post(`unseen ${n}`, 'followers');
  expect(await positionOf()).toBe(before);
});

test('a deleted first or last post does not move the next page', async () => {
  const written: posts.Post[] = [];
  for (let n = 0; n < 6; n += 1) written.push(await bob.post(`an avocet, number ${n}`));
  const first = await fetchPage('avocet', 2, null);
  for (const post of [written[5], written[0]])
    await bob.call(posts.deletePost, { params: { postId: post?._id ?? '' } });
  await bob.post('an avocet meanwhile');
  const { data } = await fetchPage('avocet', 5, first.data.pagination.nextCursor);
  expect(data.posts.map(({ content }) => content)).toEqual(
    [3, 2, 1].map((n) => `an avocet, number ${n}`),
  );
});

async function fetchPage(query: string, limit: number, cursor: string | null) {
  return dan.call(searchPosts, { query: { query, limit, ...(cursor && { cursor }) } });
}

describe('hidden posts are not found', () => {
  const canary = 'xylophonecanary';
  test('strangers do not find followers-only posts by any operator', async () => {
    for (let n = 0; n < 12; n += 1)
      await alice.post(`${canary} ${n} #${canary} "quoted"`, 'followers');
    for (const query of [
      canary,
      canary.slice(0, 5),
      `"${canary} 1"`,
      `#${canary}`,
      `from:alice ${canary}`,
      'from:alice quoted',
    ]) {
      const { data } = await dan.call(searchPosts, { query: { query, limit: 3 } });
      expect(JSON.stringify({ ...data, query: '' })).not.toContain(canary);
      expect(data.pagination).toMatchObject({ nextCursor: null, totalPosts: 0 });
    }
    expect(await find(alice, canary)).toHaveLength(12);
    await carol.follow(alice);
    expect(await find(carol, `#${canary}`)).toHaveLength(12);
  });

  test('a block in either direction hides posts', async () => {
    await bob.post('an ocarina by bob');
    expect(await find(dan, 'ocarina')).toHaveLength(1);
    await dan.toggleBlock(bob);
    expect(await find(dan, 'ocarina')).toEqual([]);
    expect(await find(dan, 'from:bob')).toEqual([]);
    await dan.toggleBlock(bob);
    await bob.toggleBlock(dan);
    expect(await find(dan, 'ocarina')).toEqual([]);
    await bob.toggleBlock(dan);
    expect(await find(dan, 'ocarina')).toHaveLength(1);
  });
});

test('20,000 hidden posts do not hide an older public post', async () => {
  const app = await startAppForTest();
  const { alice, bob, carol } = await castOf(app);
  const wanted = await carol.post('an older astrolabe');
  await sql`
    with model as (
      select words from post_search where post_id = ${wanted._id}
    ), made as (
      insert into posts (id, author_id, content, visibility, audience_id, hidden_if_blocked_ids, edit_valid_till, edit_chances_left)
      select gen_random_uuid(), ${alice.id}, 'astrolabe', 'followers', ${alice.id}, array[${alice.id}::uuid], now(), 0
      from generate_series(1, 20000) returning id, created_at
    )
    insert into post_search (post_id, number, author_id, visibility, created_at, words)
    select id, nextval('post_search_numbers'), ${alice.id}, 'followers', created_at, words
    from made cross join model`.execute(app.ctx.db);
  await sql`insert into post_stats (post_id) select post_id from post_search on conflict do nothing`.execute(
    app.ctx.db,
  );
  expect(await find(bob, 'astrolabe')).toEqual(['an older astrolabe']);
});

test.each([
  '',
  ' ',
  '%',
  '_',
  '*',
  ':*',
  '!',
  '"',
  "'",
  '\\',
  '()',
  '& | <->',
  '\u202eabc',
  '🦖',
  'a'.repeat(60),
])('a search for %j finds nothing', async (query) => {
  expect(await find(dan, query)).toEqual([]);
});

test('invalid characters, long queries and forged cursors are refused', async () => {
  for (const query of ['\0', 'a\0b', 'x'.repeat(10_240), '"'.repeat(4_000)]) {
    expect((await refusalOf(find(dan, query))).status).toBe(400);
  }
  // A legal query whose folded form is longer than an index entry can be.
  expect(await find(dan, `#${'ﷺ'.repeat(62)}`)).toEqual([]);
  for (const raw of ['%ED%A0%80', '%00', '%', '%ff', '%22%27%3a%2a']) {
    const response = await dan.client.fetch(`/api/posts/search?query=${raw}`);
    expect([200, 400]).toContain(response.status);
  }
  for (const cursor of [
    'nonsense',
    'e30',
    Buffer.from('{"after":{"top":1}}').toString('base64url'),
  ])
    expect((await refusalOf(fetchPage('heron', 5, cursor))).status).toBe(400);
  const nothing = await dan.client.fetch('/api/posts/search?page=1e9&limit=-1');
  expect(await nothing.json()).toMatchObject({ data: { posts: [], query: '' } });
});

test('a page of one and a page of fifty send the same statements', async () => {
  for (let n = 0; n < 50; n += 1) await bob.post(`pelican ${n}`);
  const count = async (limit: number) =>
    countStatements(app, async () => expect(await find(dan, 'pelican', limit)).toHaveLength(limit));
  const one = await count(1);
  expect(await count(50)).toBe(one);
  // The posting lists, the posts, and then the presentation.
  expect(one).toBeLessThanOrEqual(7);
});

test('page numbers and cursors reach the end of 650 matches', async () => {
  const content = 'one of many albatrosses';
  const ids = Array.from({ length: 650 }, () => newId());
  for (const id of ids)
    await insertPost(app.ctx, {
      id,
      author_id: alice.id,
      content,
      ...accessScopeOfPost(alice.id, 'public', null),
      hashtags: [],
      mentions: [],
      media_ids: [],
      parent_id: null,
      root_id: null,
      edit_valid_till: new Date(),
      edit_chances_left: 0,
    });
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { data }: Awaited<ReturnType<typeof fetchPage>> = await fetchPage(
      'albatrosses',
      40,
      cursor,
    );
    seen.push(...data.posts.map(({ _id }) => _id));
    cursor = data.pagination.nextCursor;
    expect(data.posts).toHaveLength(cursor ? 40 : 650 % 40);
  } while (cursor);
  expect(seen).toEqual(ids.toReversed());
  const numbered: string[] = [];
  for (let page = 1; page <= 17; page += 1) {
    const { data } = await dan.call(searchPosts, {
      query: { query: 'albatrosses', page, limit: 40 },
    });
    numbered.push(...data.posts.map(({ _id }) => _id));
    const after = data.pagination.nextCursor;
    if (after === null) continue;
    const next = await fetchPage('albatrosses', 40, after);
    expect(next.data.posts[0]?._id).toBe(seen[page * 40]);
  }
  expect(numbered).toEqual(seen);
});
