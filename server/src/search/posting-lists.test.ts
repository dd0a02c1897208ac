import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import * as posts from '@roost/contract/posts';
import { searchPosts } from '@roost/contract/search';
import { startAppForFile } from '../../test/support/app.ts';
import { castOf, type Member } from '../../test/support/cast.ts';
import { earlier } from '../platform/database/earlier.ts';
import { accessScopeOfPost } from '../posts/access/access-scope.ts';
import { insertPost } from '../posts/insert-post.queries.ts';
import { POSTS_PER_SEGMENT } from '../posts/search-index/posting-lists.queries.ts';
import { fillPostingLists } from './fill-posting-lists.ts';

const app = await startAppForFile();
const { db } = app.ctx;
const { alice, bob, carol } = await castOf(app);

/** Inserts posts with these texts. */
async function insert(texts: string[], visibility: 'public' | 'followers' = 'public') {
  for (const content of texts)
    await insertPost(app.ctx, {
      id: newId(),
      author_id: alice.id,
      content,
      ...accessScopeOfPost(alice.id, visibility, null),
      hashtags: [],
      mentions: [],
      media_ids: [],
      parent_id: null,
      root_id: null,
      edit_valid_till: new Date(),
      edit_chances_left: 0,
    });
}

async function agePosts(): Promise<void> {
  await sql`update post_search set created_at = ${earlier('created_at', 600)}`.execute(db);
}

async function find(member: Member, query: string, limit = 50): Promise<string[]> {
  const { data } = await member.call(searchPosts, { query: { query, limit } });
  return data.posts.map(({ content }) => content);
}

/** The pairs of post number and word, by the lists and by the posts up to the end of the lists. */
async function pairs() {
  const listed = await sql<{ pair: string }>`
    select (segment::bigint * ${POSTS_PER_SEGMENT} + get_byte(posts, at) * 256 + get_byte(posts, at + 1)) || ' ' || word as pair
    from posting_lists, generate_series(0, length(posts) - 2, 2) as at order by 1`.execute(db);
  const stored = await sql<{ pair: string }>`
    select number || ' ' || lexeme as pair from post_search, unnest(words)
    where number <= (select number from posting_lists_end) order by 1`.execute(db);
  return { listed: listed.rows, stored: stored.rows };
}

async function endOfLists(): Promise<number> {
  const { rows } = await sql<{ number: number }>`select number from posting_lists_end`.execute(db);
  return rows[0]?.number ?? 0;
}

const numbered = (n: number) => `sparrow ${n % 2 === 0 ? 'even' : 'odd'} n${n}`;
const all = Array.from({ length: 1_000 }, (_, n) => numbered(n));

beforeAll(async () => {
  // The posts are in three segments: 300, none, 700.
  await sql`select setval('post_search_numbers', ${POSTS_PER_SEGMENT - 300})`.execute(db);
  await insert(all.slice(0, 300));
  await sql`select setval('post_search_numbers', ${3 * POSTS_PER_SEGMENT})`.execute(db);
  await insert(all.slice(300));
  await agePosts();
  await fillPostingLists(app.ctx);
});

test('the lists have the words of all settled posts', async () => {
  expect(await endOfLists()).toBe(3 * POSTS_PER_SEGMENT + 700);
  const { listed, stored } = await pairs();
  expect(listed).toEqual(stored);
});

test.each<[string, string[]]>([
  ['sparrow n999 ', [numbered(999)]],
  ['sparrow odd', all.filter((_, n) => n % 2 === 1).toReversed()],
  ['n99', [999, 998, 997, 996, 995, 994, 993, 992, 991, 990, 99].map(numbered)],
  ['even n12', [128, 126, 124, 122, 120, 12].map(numbered)],
  ['"odd n7"', [numbered(7)]],
  ['"n7 odd"', []],
  ['even n7 ', []],
  ['from:alice n5 ', [numbered(5)]],
  ['from:bob sparrow', []],
  ['unknown', []],
])('%s', async (query, expected) => {
  expect(await find(bob, query)).toEqual(expected.slice(0, 50));
});

test('pages lead from the newest posts through all segments', async () => {
  await insert(['sparrow, new']);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: { query: string; limit: number; cursor?: string } = {
      query: 'sparrow',
      limit: 47,
    };
    if (cursor) query.cursor = cursor;
    const { data } = await bob.call(searchPosts, { query });
    seen.push(...data.posts.map(({ content }) => content));
    cursor = data.pagination.nextCursor;
  } while (cursor);
  expect(seen).toEqual(['sparrow, new', ...all.toReversed()]);
});

test('an edit and a deletion change the lists', async () => {
  const [edited, deleted] = [
    await carol.post('a grebe at dawn'),
    await carol.post('a grebe dives'),
  ];
  await insert(Array.from({ length: 600 }, () => 'a moorhen'));
  await agePosts();
  await fillPostingLists(app.ctx);
  expect(await find(bob, 'grebe')).toHaveLength(2);
  await carol.call(posts.editPost, {
    params: { postId: edited._id },
    body: { content: 'a heron at dawn' },
  });
  expect(await find(bob, 'grebe')).toEqual(['a grebe dives']);
  expect(await find(bob, 'heron dawn')).toEqual(['a heron at dawn']);
  await carol.call(posts.deletePost, { params: { postId: deleted._id } });
  expect(await find(bob, 'grebe')).toEqual([]);
  const { listed, stored } = await pairs();
  expect(listed.toSorted(byPair)).toEqual(stored.toSorted(byPair));
});

const byPair = (one: { pair: string }, other: { pair: string }) => (one.pair < other.pair ? -1 : 1);

test('hidden posts in the lists do not hide an older post', async () => {
  await insert(['a public plover']);
  await insert(
    Array.from({ length: 1_200 }, () => 'a hidden plover'),
    'followers',
  );
  await agePosts();
  await fillPostingLists(app.ctx);
  expect(await find(bob, 'plover')).toEqual(['a public plover']);
  expect(await find(alice, 'plover')).toHaveLength(50);
});

test('the lists wait for posts to settle, and for a batch', async () => {
  await agePosts();
  await fillPostingLists(app.ctx);
  const end = await endOfLists();
  await insert(Array.from({ length: 600 }, () => 'a wagtail'));
  await fillPostingLists(app.ctx);
  expect(await endOfLists()).toBe(end);
  await agePosts();
  await insert(['a kestrel']);
  await fillPostingLists(app.ctx);
  expect(await endOfLists()).toBeGreaterThanOrEqual(end + 600);
  await insert(['another kestrel']);
  await agePosts();
  await fillPostingLists(app.ctx);
  expect(await find(bob, 'kestrel')).toEqual(['another kestrel', 'a kestrel']);
});

test('searches of every shape send the same few statements', async () => {
  /** An Arabic word with its article has two forms. */
  const inTwoForms = (query: string) => query.replaceAll('sparrow', 'والكتاب');
  const shapes = [
    'sparrow ',
    'sparrow odd n9',
    '"sparrow odd" n7 ',
    '"sparrow odd" "odd n7" #tag',
    'from:alice sparrow ',
    'from:alice from:bob from:carol sparrow even odd',
    ...Array.from({ length: 16 }, (_, n) => 'sparrow '.repeat(n + 1)),
    // No post has all these words, so the search continues to the oldest segment.
    'plover grebe ',
  ];
  app.statements.length = 0;
  for (const shape of shapes) {
    await find(bob, shape);
    await find(bob, inTwoForms(shape));
  }
  const textsWith = (table: RegExp) =>
    new Set(app.statements.filter((text) => table.test(text))).size;
  expect(textsWith(/\bposting_lists\b/)).toBe(1);
  // Listed posts, newer posts, or both.
  expect(textsWith(/\bpost_search\b/)).toBeLessThanOrEqual(3);
});
