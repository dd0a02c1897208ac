import { beforeAll, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { searchUsers, suggestMentions } from '@roost/contract/search';
import { follow } from '@roost/contract/relations';
import { startAppForFile } from '../../test/support/app.ts';
import { castOf, PASSWORD, type Member } from '../../test/support/cast.ts';
import { refusalOf } from '../../test/support/test-client.ts';
import { countStatements } from '../../test/support/statements.ts';

const app = await startAppForFile();
const { alice, bob, carol, dan } = await castOf(app);
const ids = new Map<string, string>();

beforeAll(async () => {
  for (const [username, fullName] of [
    ['zoe_marsh', 'Zoë Marsh'],
    ['marshall', 'Ines Alvarado'],
    ['tmori', '森 拓海'],
    ['ivanov', 'Фёдор Иванов'],
    ['kjoshi', 'कविता जोशी'],
    ['yhaddad', 'أحمد حدّاد'],
    ['under_score', 'Percent 100'],
    ['underscore', 'No line'],
  ] as const) {
    const email = `${username}@example.org`;
    const made = await app.client().call(auth.register, {
      body: { username, email, fullName, password: PASSWORD },
    });
    ids.set(username, made.userId);
  }
});

async function find(member: Member, query: string, limit = 50) {
  const { data } = await member.call(searchUsers, { query: { query, limit } });
  return data.users.map(({ username }) => username);
}

test.each([
  ['alice', ['alice']],
  ['@ALICE', ['alice']],
  ['ali', ['alice']],
  ['zoe', ['zoe_marsh']],
  ['ZOË mar', ['zoe_marsh']],
  ['marsh', ['zoe_marsh', 'marshall']],
  ['alvarado ines', ['marshall']],
  ['森 拓', ['tmori']],
  ['拓海', ['tmori']],
  ['федор', ['ivanov']],
  ['ИВАН', ['ivanov']],
  ['कविता', ['kjoshi']],
  ['احمد', ['yhaddad']],
  ['under_s', ['under_score']],
  ['marshal', ['marshall']],
  ['alicce', ['alice']],
  ['ines alvardo', ['marshall']],
  ['a', []],
  ['lice', ['alice', 'underscore']],
  ['xqzt', []],
] as const)('%s', async (query, expected) => {
  expect((await find(bob, query)).toSorted()).toEqual([...expected].toSorted());
});

test('the exact username comes first, then followed people, then by followers', async () => {
  const all = ['dan', 'bob', 'carol', 'alice'];
  expect((await find(alice, 'of roost')).toSorted()).toEqual(all.toSorted());
  for (const member of [alice, bob]) await member.follow(dan);
  await carol.follow(alice);
  expect((await find(carol, 'of roost')).slice(0, 2)).toEqual(['alice', 'dan']);
  expect((await find(bob, 'of roost'))[0]).toBe('dan');
  await bob.call(follow, { params: { userId: ids.get('zoe_marsh') ?? '' } });
  expect(await find(bob, 'marsh')).toEqual(['zoe_marsh', 'marshall']);
  expect((await find(bob, 'marshall'))[0]).toBe('marshall');
});

test('follows between two pages do not change the order', async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { data }: Awaited<ReturnType<typeof page>> = await page(cursor);
    seen.push(...data.users.map(({ username }) => username));
    for (const { _id } of data.users)
      if (_id !== alice.id) await alice.call(follow, { params: { userId: _id } });
    cursor = data.pagination.nextCursor;
  } while (cursor);
  expect(seen.toSorted()).toEqual(['alice', 'bob', 'carol', 'dan']);
});

async function page(cursor: string | null) {
  return alice.call(searchUsers, {
    query: { query: 'roost', limit: 1, ...(cursor && { cursor }) },
  });
}

test('page numbers and the flat paging fields agree', async () => {
  const { data } = await alice.call(searchUsers, { query: { query: 'roost', page: 2, limit: 3 } });
  expect(data).toMatchObject({ currentPage: 2, totalPages: 2, totalUsers: 4 });
  expect(data.users).toHaveLength(1);
});

test('a block in either direction hides people', async () => {
  await alice.toggleBlock(carol);
  for (const query of ['carol', 'carl', 'of roost'])
    expect(await find(alice, query)).not.toContain('carol');
  for (const query of ['alice', 'alicce', 'of roost'])
    expect(await find(carol, query)).not.toContain('alice');
  const suggested = await carol.call(suggestMentions, { query: { query: 'al' } });
  expect(suggested.data.map(({ username }) => username)).not.toContain('alice');
  await alice.toggleBlock(carol);
});

test('mention suggestions prefer followed people and need no letter', async () => {
  const suggest = async (member: Member, query: string) =>
    (await member.call(suggestMentions, { query: { query } })).data.map(({ username }) => username);
  expect(await suggest(dan, '')).toEqual([]);
  await dan.follow(bob);
  await dan.follow(alice);
  expect(await suggest(dan, '')).toEqual(['alice', 'bob']);
  expect((await suggest(dan, '@r'))[0]).toBeOneOf(['alice', 'bob']);
  expect(await suggest(dan, '@zo')).toEqual(['zoe_marsh']);
  expect((await suggest(dan, 'o')).length).toBeLessThanOrEqual(6);
});

test.each([
  '',
  ' ',
  '%',
  '%%',
  '__',
  '*:*',
  "''",
  '\\\\',
  '\u202e\u202e',
  '🦖🦖',
  '()',
  'x'.repeat(60),
])('a search for %j finds nobody', async (query) => {
  expect(await find(dan, query)).toEqual([]);
});

test('invalid characters and long queries are refused', async () => {
  for (const query of ['\0\0', 'x'.repeat(10_240)])
    expect((await refusalOf(find(dan, query))).status).toBe(400);
});

test('a page of one and a page of fifty send the same statements', async () => {
  const count = async (limit: number) =>
    countStatements(app, async () => find(dan, 'of roost', limit));
  const one = await count(1);
  expect(await count(50)).toBe(one);
  expect(one).toBeLessThanOrEqual(4);
});
