import { expect, test } from 'vitest';
import * as lists from '@roost/contract/lists';
import { listNotifications } from '@roost/contract/notifications';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf, crowdOf, inBurst, type Member } from '../../../test/support/cast.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile();
const { alice, bob, carol, dan } = await castOf(app);

const create = async (owner: Member, name: string) =>
  (await owner.call(lists.createList, { body: { name } })).data;
const listsOf = async (owner: Member, member?: string) =>
  (await owner.call(lists.listLists, { query: { ...(member && { member }) } })).data.lists;
const add = async (owner: Member, listId: string, { id: userId }: { id: string }) =>
  owner.call(lists.addMember, { params: { listId, userId } });
const remove = async (owner: Member, listId: string, { id: userId }: { id: string }) =>
  owner.call(lists.removeMember, { params: { listId, userId } });

async function membersOf(owner: Member, listId: string, limit = 50): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit, ...(cursor && { cursor }) };
    const { data } = (await owner.call(lists.listMembers, { params: { listId }, query })) as {
      data: { users: { username: string }[]; pagination: { nextCursor: string | null } };
    };
    names.push(...data.users.map(({ username }) => username));
    cursor = data.pagination.nextCursor;
  } while (cursor);
  return names;
}

async function insertMembers(owner: Member, list_id: string, members: readonly { id: string }[]) {
  const rows = members.map(({ id }) => ({ owner_id: owner.id, list_id, member_id: id }));
  await app.ctx.db.insertInto('list_members').values(rows).execute();
}

test('a list is made, renamed, filled and deleted', async () => {
  const birds = await create(alice, ' Birds ');
  const other = await create(alice, 'Birds');
  expect(await listsOf(alice)).toEqual([
    { _id: birds._id, name: 'Birds' },
    { _id: other._id, name: 'Birds' },
  ]);
  const params = { listId: birds._id };
  const { data } = await alice.call(lists.renameList, { params, body: { name: 'Owls' } });
  expect(data).toEqual({ _id: birds._id, name: 'Owls' });
  for (const person of [bob, carol, bob, alice]) await add(alice, birds._id, person);
  expect(await membersOf(alice, birds._id)).toEqual(['alice', 'carol', 'bob']);
  expect(await membersOf(alice, birds._id, 1)).toEqual(['alice', 'carol', 'bob']);
  expect((await listsOf(alice, bob.id)).map(({ hasMember }) => hasMember)).toEqual([true, false]);
  for (const person of [bob, bob, alice]) await remove(alice, birds._id, person);
  expect(await membersOf(alice, birds._id)).toEqual(['carol']);
  await alice.call(lists.deleteList, { params });
  expect(await listsOf(alice)).toEqual([{ _id: other._id, name: 'Birds' }]);
  const left = await app.ctx.db.selectFrom('list_members').selectAll().execute();
  expect(left).toEqual([]);
});

test('a list of somebody else answers as one that does not exist', async () => {
  const { _id: listId } = await create(alice, 'Private');
  await add(alice, listId, bob);
  const answers = async (id: string) => {
    const params = { listId: id };
    const refusals = [
      await refusalOf(carol.call(lists.renameList, { params, body: { name: 'Mine' } })),
      await refusalOf(carol.call(lists.listMembers, { params })),
      await refusalOf(add(carol, id, bob)),
      await refusalOf(remove(carol, id, bob)),
      await refusalOf(carol.call(lists.deleteList, { params })),
    ];
    return refusals.map(({ status, body }) => [status, body]);
  };
  const [foreign, absent] = [await answers(listId), await answers(NOBODY)];
  expect(foreign).toEqual(absent);
  expect(foreign.every(([status]) => status === 404)).toBe(true);
  expect(await listsOf(carol, bob.id)).toEqual([]);
  expect(await membersOf(alice, listId)).toEqual(['bob']);
});

test('nobody learns that they are on a list', async () => {
  const { _id: listId } = await create(alice, 'Quiet');
  await add(alice, listId, dan);
  await dan.call(listNotifications, {});
  const { data } = await dan.call(listNotifications, { query: { limit: 50 } });
  expect(data.notifications).toEqual([]);
  const entries = await app.ctx.db.selectFrom('event_log_entries').select('user_id').execute();
  expect(entries).toEqual([]);
});

test('names of odd length or form are refused', async () => {
  for (const name of ['', ' ', 'x'.repeat(51), 'a\0b', 'two\nlines', '\u200b'])
    expect((await refusalOf(create(alice, name))).status).toBe(400);
  const { name } = await create(alice, '<b>& "it" %00 💥</b>');
  expect(name).toBe('<b>& "it" %00 💥</b>');
});

test('requests at the same time do not exceed the limits together', async () => {
  const [owner, ...crowd] = (await crowdOf(app, 31, 'limit')) as [Member, ...Member[]];
  const created: unknown[] = [];
  await inBurst(Array.from({ length: 30 }), async () =>
    create(owner, 'Many').then(
      (list) => created.push(list),
      ({ body }: { body: { code: string } }) => expect(body.code).toBe('too_many_lists'),
    ),
  );
  expect(created).toHaveLength(lists.MAX_LISTS);
  const [list] = await listsOf(owner);
  const fillers = Array.from({ length: lists.MAX_LIST_MEMBERS - 10 }, (_, n) => ({
    id: NOBODY.slice(0, -3) + String(n).padStart(3, '0'),
  }));
  await insertMembers(owner, list!._id, fillers);
  await inBurst(crowd, async (person) =>
    add(owner, list!._id, person).catch(({ body }: { body: { code: string } }) =>
      expect(body.code).toBe('list_full'),
    ),
  );
  const { length } = await app.ctx.db
    .selectFrom('list_members')
    .select('member_id')
    .where('list_id', '=', list!._id)
    .execute();
  expect(length).toBe(lists.MAX_LIST_MEMBERS);
  // Somebody on the list can be added again, also when it is full.
  const [first] = await membersOf(owner, list!._id, 50);
  await add(
    owner,
    list!._id,
    crowd.find(({ username }) => username === first)!,
  );
});

test('a block hides a member both ways, and nobody adds a blocked, hidden or missing person', async () => {
  const [owner, friend, ghost] = (await crowdOf(app, 3, 'apart')) as [Member, Member, Member];
  const { _id: listId } = await create(owner, 'Apart');
  await add(owner, listId, friend);
  await add(owner, listId, ghost);
  // They still count towards the limit, so the owner sees how many there are.
  const hidden = async () => {
    const { data } = await owner.call(lists.listMembers, { params: { listId }, query: {} });
    return data.pagination.notShown;
  };
  expect(await hidden()).toBe(0);
  for (const blocker of [owner, friend]) {
    const blocked = blocker === owner ? friend : owner;
    await blocker.toggleBlock(blocked);
    expect(await membersOf(owner, listId)).toEqual([ghost.username]);
    expect(await hidden()).toBe(1);
    expect((await refusalOf(add(owner, listId, friend))).status).toBe(404);
    await blocker.toggleBlock(blocked);
    expect(await membersOf(owner, listId)).toEqual([ghost.username, friend.username]);
  }
  await app.ctx.db
    .insertInto('hidden_users')
    .values({ user_id: ghost.id, reason: 'suspended' })
    .execute();
  expect(await membersOf(owner, listId)).toEqual([friend.username]);
  expect(await hidden()).toBe(1);
  for (const person of [ghost, { id: NOBODY }])
    expect((await refusalOf(add(owner, listId, person))).status).toBe(404);
});
