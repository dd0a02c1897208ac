import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { expect, test } from 'vitest';
import * as reactions from '@roost/contract/reactions';
import * as reposts from '@roost/contract/reposts';
import * as endpoints from '@roost/contract/notifications';
import { unfollow } from '@roost/contract/relations';
import { startAppForFile } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { fileOf, noise, pathOf, postWith } from '../../../test/support/media.ts';
import { countStatements } from '../../../test/support/statements.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { ExplainingDatabase } from '../../../../tools/explain/plans.ts';
import type { Context } from '../../kernel/context.ts';
import { markRowsRead } from '../notification-list.queries.ts';
import { listGroupRows } from './group.queries.ts';
import { insertBlock } from '../../relations/block.queries.ts';

const databaseUrl = await createTestDatabase();
const app = await startAppForFile({ DATABASE_URL: databaseUrl });
const fans = await crowdOf(app, 30, 'fan');
const [ann, ben, cyd, dov] = fans as [Member, Member, Member, Member];

let owners = 0;
async function somebody(): Promise<Member> {
  owners += 1;
  return (await crowdOf(app, 1, `owner${owners}n`))[0]!;
}

const like = async (by: Member, postId: string) =>
  by.call(reactions.toggleLike, { params: { postId } });

async function grouped(owner: Member, query: object = {}) {
  const { data } = await owner.call(endpoints.listNotifications, {
    query: { grouped: '1', ...query },
  });
  return { ...data, groups: data.groups! };
}

/** Describes each group, such as `like 3 fan2,fan1,fan0 'What was liked'`. */
async function lines(owner: Member, query: object = {}): Promise<string[]> {
  return (await grouped(owner, query)).groups.map(
    ({ type, count, senders, post }) =>
      `${type} ${count} ${senders.map(({ username }) => username).join()} ${post?.content ?? '-'}`,
  );
}

const unreadCount = async (owner: Member) =>
  (await owner.call(endpoints.countUnread, {})).data.unreadCount;

test('groups notifications by type and post, and follows by day', async () => {
  const owner = await somebody();
  const { _id } = await owner.post('Mine');
  const other = await owner.post('Other');
  await like(ann, _id);
  for (const fan of fans.slice(4, 10)) await fan.comment(_id, `From ${fan.username}`);
  await ben.call(reposts.repost, { params: { postId: _id } });
  await like(ben, other._id);
  for (const fan of [ann, ben]) await fan.follow(owner);
  for (const fan of [ben, cyd, dov]) await like(fan, _id);
  await sql`
    update notifications set created_at = (created_at at time zone 'UTC' - interval '1 day') at time zone 'UTC'
    where user_id = ${owner.id} and actor_id = ${ann.id} and type = 'follow'`.execute(app.ctx.db);
  expect(await lines(owner)).toEqual([
    'like 4 fan3,fan2,fan1 Mine',
    'follow 1 fan1 -',
    'follow 1 fan0 -',
    'like 1 fan1 Other',
    'repost 1 fan1 Mine',
    ...[9, 8, 7, 6, 5, 4].map((n) => `comment 1 fan${n} From fan${n}`),
  ]);
  const { groups, unreadCount, pagination } = await grouped(owner);
  expect(groups[0]).toMatchObject({ unread: 4, message: 'fan3 of Roost liked your post.' });
  expect(unreadCount).toBe(14);
  expect(pagination).toMatchObject({ currentPage: 1, totalPages: 1, totalGroups: 11 });
});

test('a group shows the first picture of a post, as long as the owner may see the post', async () => {
  const [owner, friend] = [await somebody(), await somebody()];
  await owner.follow(friend);
  const mention = await postWith(
    friend,
    { content: `Look, @${owner.username}`, visibility: 'followers' },
    [await fileOf('wren.png', noise(40, 30).png()), await fileOf('owl.png', noise(30, 40).png())],
  );
  await owner.post('Without a picture');
  const thumbnail = async () => (await grouped(owner)).groups[0]!.post?.thumbnail;
  const shown = await thumbnail();
  expect(shown).toMatchObject({ _id: mention.media[0]!._id, width: 40, height: 30 });
  expect((await owner.client.fetch(pathOf(shown!.url))).status).toBe(200);
  await owner.call(unfollow, { params: { userId: friend.id } });
  expect(await thumbnail()).toBeUndefined();
  expect((await grouped(owner)).groups[0]!.post).toBeNull();
});

test('pages have 20 groups and repeat none while new ones arrive', async () => {
  const owner = await somebody();
  const made = [];
  for (let n = 0; n < 45; n += 1) made.push(await owner.post(`Post ${n}`));
  for (const { _id } of made) for (const fan of [ann, ben]) await like(fan, _id);
  const contents = async (query: object) =>
    (await grouped(owner, query)).groups.map(({ post }) => post?.content);
  const all = made.map(({ content }) => content).toReversed();
  for (const page of [1, 2, 3])
    expect(await contents({ page })).toEqual(all.slice((page - 1) * 20, page * 20));
  expect(await contents({ page: 4 })).toEqual([]);
  expect((await grouped(owner, { page: 2 })).pagination).toMatchObject({
    currentPage: 2,
    totalPages: 3,
    totalGroups: 45,
  });
  const seen = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof grouped>> = await grouped(
      owner,
      cursor ? { cursor } : {},
    );
    seen.push(...page.groups);
    cursor = page.pagination.nextCursor;
    // One for a group that a page has shown, and one for a group of a later page.
    await like(cyd, made[44]!._id);
    await like(dov, made[0]!._id);
  } while (cursor);
  expect(seen.map(({ post }) => post?.content)).toEqual(all);
  expect(new Set(seen.map(({ key }) => key)).size).toBe(45);
});

test('filters by type and by followed people', async () => {
  const owner = await somebody();
  await owner.follow(ann);
  const { _id } = await owner.post('Mine');
  await like(ann, _id);
  await ben.comment(_id, 'An answer');
  await ann.post(`Hello @${owner.username}`);
  await ben.post(`Hello to @${owner.username}`);
  const mentions = [
    `mention 1 fan1 Hello to @${owner.username}`,
    `mention 1 fan0 Hello @${owner.username}`,
  ];
  expect(await lines(owner, { type: 'mention' })).toEqual(mentions);
  expect(await lines(owner, { type: 'mention,comment' })).toEqual([
    ...mentions,
    'comment 1 fan1 An answer',
  ]);
  expect(await lines(owner, { filter: 'following' })).toEqual([mentions[1], 'like 1 fan0 Mine']);
  expect(await lines(owner, { type: 'nonsense' })).toHaveLength(4);
  const plain = await owner.call(endpoints.listNotifications, { query: { type: 'mention' } });
  expect(plain.data.notifications).toHaveLength(2);
  expect(plain.data.groups).toBeUndefined();
});

test('leaves out blocked people, and posts that the owner may not see', async () => {
  const owner = await somebody();
  const { _id } = await owner.post('Mine');
  for (const fan of [ann, ben, cyd, dov]) await like(fan, _id);
  await owner.toggleBlock(dov);
  await cyd.toggleBlock(owner);
  expect(await lines(owner)).toEqual(['like 2 fan1,fan0 Mine']);
  // As if a like had committed during the block.
  await insertBlock(app.ctx, owner.id, ben.id);
  expect(await lines(owner)).toEqual(['like 1 fan0 Mine']);
  await owner.follow(ann);
  await ann.post(`A secret for @${owner.username}`, 'followers');
  const { groups } = await grouped(owner);
  await owner.call(unfollow, { params: { userId: ann.id } });
  const hidden = await grouped(owner);
  expect(hidden.groups[0]).toMatchObject({ type: 'mention', post: null, key: groups[0]!.key });
  expect(JSON.stringify(hidden)).not.toContain('secret');
  expect(JSON.stringify(hidden)).not.toContain(groups[0]!.post!._id);
  for (const by of fans.slice(0, 4))
    if (by !== ann) await owner.call(unfollow, { params: { userId: by.id } });
});

test('marks and deletes a group up to the seen notification, by a stable key', async () => {
  const owner = await somebody();
  const { _id } = await owner.post('Mine');
  for (const fan of [ann, ben]) await like(fan, _id);
  const [seen] = (await grouped(owner)).groups;
  await like(cyd, _id);
  const { key, newestId } = seen!;
  const on = { params: { key }, body: { newestId } };
  for (const call of [endpoints.markGroupRead, endpoints.deleteGroup]) {
    expect((await refusalOf(ann.call(call, on))).status).toBe(404);
    expect((await refusalOf(owner.call(call, { ...on, params: { key: 'x' } }))).status).toBe(404);
  }
  await owner.call(endpoints.markGroupRead, on);
  const [read] = (await grouped(owner)).groups;
  expect(read).toMatchObject({ key, count: 3, unread: 1 });
  expect(read!.newestId).not.toBe(newestId);
  await owner.call(endpoints.deleteGroup, on);
  expect(await lines(owner)).toEqual(['like 1 fan2 Mine']);
  expect((await grouped(owner)).groups[0]!.key).toBe(key);
  expect((await refusalOf(owner.call(endpoints.deleteGroup, on))).status).toBe(404);
});

test('one call marks seen ids, and groups up to the seen notification', async () => {
  const owner = await somebody();
  const [one, two] = [await owner.post('One'), await owner.post('Two')];
  for (const { _id } of [one, two]) for (const fan of [ann, ben]) await like(fan, _id);
  await ann.follow(owner);
  const { groups } = await grouped(owner);
  const [follow, likes] = groups;
  await like(cyd, two._id);
  const mark = async (by: Member, body: object) => by.call(endpoints.markManyRead, { body });
  await mark(ben, { ids: [follow!.newestId] });
  expect(await unreadCount(owner)).toBe(6);
  await mark(owner, {
    ids: [follow!.newestId, newId()],
    groups: [{ key: likes!.key, newestId: likes!.newestId }],
  });
  expect(await unreadCount(owner)).toBe(3);
  expect((await grouped(owner)).groups.map(({ unread }) => unread)).toEqual([1, 0, 2]);
  const many = Array.from({ length: 201 }, () => newId());
  for (const body of [{ ids: many }, { ids: [] }, {}, { ids: 'x' }])
    expect((await refusalOf(mark(owner, body))).status).toBe(400);
});

test('twenty groups cost the statements of one, and a long list bounded time', async () => {
  const owner = await somebody();
  const { _id } = await owner.post('Popular');
  const old = await owner.post('Before that');
  await like(ann, old._id);
  const few = await countStatements(app, async () => grouped(owner));
  for (let n = 0; n < 25; n += 1) await ann.comment(_id, `Comment ${n}`);
  expect(await countStatements(app, async () => grouped(owner))).toBe(few);
  expect(few).toBeLessThanOrEqual(6);
  // More notifications of one post than one statement groups.
  await sql`
    with crowd as (
      insert into users (id, username, full_name)
      select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'many' || n, 'Many' from generate_series(1, 10050) as n
      returning id
    )
    insert into notifications (id, user_id, actor_id, type, post_id)
    select ('ff' || substr(id::text, 3))::uuid, ${owner.id}, id, 'like', ${_id} from crowd`.execute(
    app.ctx.db,
  );
  const page = await grouped(owner);
  expect(page.groups).toHaveLength(20);
  expect(page.groups[0]).toMatchObject({ type: 'like', count: 10_000 });
  const { groups } = await grouped(owner, { cursor: page.pagination.nextCursor });
  expect(groups.map(({ type }) => type)).toEqual([...Array<string>(6).fill('comment'), 'like']);
  expect(groups.at(-1)!.post?.content).toBe('Before that');
});

test('with every filter, a late page reads only its own rows by index', async () => {
  const owner = await somebody();
  const old = await owner.post('Before that');
  await like(ann, old._id);
  const popular = await owner.post('Popular');
  const { rows } = await sql<{ id: string }>`
    with crowd as (
      insert into users (id, username, full_name)
      select ('01900000-0000-7000-8001-' || lpad(n::text, 12, '0'))::uuid, 'deep' || n, 'Deep' from generate_series(1, 30000) as n
      returning id
    )
    insert into notifications (id, user_id, actor_id, type, post_id)
    select ('fe' || substr(id::text, 3))::uuid, ${owner.id}, id, 'like', ${popular._id} from crowd
    returning id`.execute(app.ctx.db);
  await sql`analyze notifications`.execute(app.ctx.db);
  const after = rows.map(({ id }) => id).toSorted()[0]!;
  for (const types of [null, ['like'], ['comment', 'like']] as const)
    for (const isOfFollowed of [false, true]) {
      const range = { after, top: null, offset: 0, limit: 21 };
      const read = await rowsRead(async (ctx) =>
        listGroupRows(ctx, owner.id, { types, isOfFollowed }, range),
      );
      // The count of unread notifications is separate, and stops at ten thousand.
      expect(sumOf(read.slice(1))).toBeLessThan(100);
    }
  const page = await listGroupRows(
    app.ctx,
    owner.id,
    { types: null, isOfFollowed: false },
    { after, top: null, offset: 0, limit: 21 },
  );
  expect(page.groups).toMatchObject([{ type: 'like', postId: old._id, count: 1 }]);

  await markRowsRead(app.ctx, owner.id, null);
  // Also removes the index entries of the former, unread versions of the rows.
  await sql`vacuum analyze notifications`.execute(app.ctx.db);
  // Only the unread rows have an index entry for this.
  const read = await rowsRead(async (ctx) => markRowsRead(ctx, owner.id, null));
  expect(sumOf(read)).toBeLessThan(100);
});

const sumOf = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0);

/** The numbers of notification rows that each part of the plans for `ask` reads, the largest first. */
async function rowsRead(ask: (ctx: Context) => Promise<unknown>): Promise<number[]> {
  // All rows of this table are one person's, so to read the whole table would sometimes look cheap. A real table has many people's.
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c enable_seqscan=off');
  const explaining = new ExplainingDatabase(url.href);
  try {
    const plans = await explaining.plansOf(async () => ask({ ...app.ctx, db: explaining.db }));
    const scans = plans
      .flatMap(({ lines }) => lines)
      .flatMap((line, n, lines) => {
        const [, rows, loops] = / on notifications.* rows=([\d.]+) loops=(\d+)/.exec(line) ?? [];
        const removed = /Removed by Filter: (\d+)/.exec(lines.slice(n + 1, n + 5).join(' '))?.[1];
        return rows ? (Number(rows) + Number(removed ?? 0)) * Number(loops) : [];
      });
    return scans.toSorted((one, other) => other - one);
  } finally {
    await explaining.db.destroy();
  }
}
