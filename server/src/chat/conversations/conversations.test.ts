import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import * as chat from '@roost/contract/chat';
import { startTestApp } from '../../../test/support/app.ts';
import { crowdOf, inBurst, type Member } from '../../../test/support/cast.ts';
import {
  closeChatApp,
  emit,
  history,
  listed,
  open,
  openTab,
  send,
} from '../../../test/support/chat.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { countStatements } from '../../../test/support/statements.ts';

const app = await startTestApp();
const cast = await crowdOf(app, 4, 'cast');
const [alice, bob, carol, dan] = cast as [Member, Member, Member, Member];
afterAll(() => closeChatApp(app));

const list = async (member: Member) => (await member.call(chat.listConversations, {})).data;
let people = 0;
const somebody = async () => (await crowdOf(app, 1, `somebody${(people += 1)}_`))[0]!;

describe('a conversation', () => {
  test('a pair has one conversation, and an empty one is not listed', async () => {
    const made = await open(alice, bob);
    expect((await open(bob, alice))._id).toBe(made._id);
    expect(made).toMatchObject({ lastMessage: null, currentUserUnreadCount: 0, canMessage: true });
    expect(made.participants.map(({ _id }) => _id).toSorted()).toEqual(
      [alice.id, bob.id].toSorted(),
    );
    for (const member of [alice, bob]) expect(await list(member)).toEqual([]);
  });

  test('the id and times of an empty conversation do not reveal who opened it', async () => {
    const [one, two] = [await somebody(), await somebody()];
    const { createdAt: openedAt } = await open(one, two);
    await expect.poll(() => new Date().toISOString()).not.toBe(openedAt);
    const later = new Date().toISOString();
    const empty = await open(two, one);
    for (const time of [empty.createdAt, empty.updatedAt]) expect(time >= later).toBe(true);
    // The fourth version of UUIDs is random; the seventh begins with the time.
    expect(empty._id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4/);
    await send(two, empty._id, 'The first words');
    await send(one, empty._id, 'An answer');
    const [first] = await history(one, empty._id);
    expect(first?.content).toBe('The first words');
    for (const member of [one, two])
      expect((await list(member))[0]?.createdAt).toBe(first?.createdAt);
  });

  test('concurrent first messages of 105 pairs make one conversation each', async () => {
    const crowd = await crowdOf(app, 15);
    const pairs = crowd.flatMap((one, n) => crowd.slice(n + 1).map((two) => [one, two] as const));
    expect(pairs.length).toBeGreaterThan(100);
    const write = async (from: Member, to: Member) => {
      const { _id } = await open(from, to);
      await send(from, _id, `From ${from.username}`);
      return _id;
    };
    await inBurst(pairs, async ([one, two]) => {
      const [first, second] = await Promise.all([write(one, two), write(two, one)]);
      expect(first).toBe(second);
      expect((await history(one, first)).map(({ content }) => content).toSorted()).toEqual(
        [`From ${one.username}`, `From ${two.username}`].toSorted(),
      );
    });
    const made = await app.ctx.db
      .selectFrom('conversations')
      .select('id')
      .where('low_id', '=', sql<string>`any(${crowd.map(({ id }) => id)})`)
      .execute();
    expect(made).toHaveLength(pairs.length);
  });

  test('the viewer, a missing person and an invalid id are refused', async () => {
    const attempts = [
      [alice.id, 400],
      ['01890a5d-ac96-774b-bcce-b302099a8057', 404],
      ['x', 404],
    ] as const;
    for (const [userId, status] of attempts) {
      const refusal = await refusalOf(alice.call(chat.openConversation, { params: { userId } }));
      expect(refusal.status).toBe(status);
    }
  });

  test('other people cannot read or change a conversation', async () => {
    const { _id: conversationId } = await open(carol, dan);
    await send(carol, conversationId, 'Between us');
    const before = await everything();
    const params = { conversationId };
    const calls = [
      async () => alice.call(chat.listMessages, { params }),
      async () => alice.call(chat.sendMessage, { params, body: { content: 'x' } }),
      async () => alice.call(chat.markConversationRead, { params }),
      async () => alice.call(chat.deleteConversation, { params }),
    ];
    for (const call of calls) expect((await refusalOf(call())).status).toBe(404);
    expect(await everything()).toEqual(before);
  });
});

describe('lists', () => {
  test('conversations come newest first, with last message, unread count and participant', async () => {
    const [one, two, three] = [await somebody(), await somebody(), await somebody()];
    const [a, b] = [await open(one, two), await open(one, three)];
    await send(two, a._id, 'Older');
    await send(three, b._id, 'Newer');
    await send(three, b._id, 'Newest');
    const [first, second] = await list(one);
    expect(first).toMatchObject({
      _id: b._id,
      currentUserUnreadCount: 2,
      lastMessage: { content: 'Newest', senderId: { _id: three.id } },
      updatedAt: (first as chat.Conversation).lastMessage?.createdAt,
    });
    expect(second).toMatchObject({ _id: a._id, currentUserUnreadCount: 1 });
    await send(one, a._id, 'An answer');
    expect((await list(one)).map(({ _id }) => _id)).toEqual([a._id, b._id]);
    const { data } = await one.call(chat.countUnreadConversations, {});
    expect(data.unreadConversations).toBe(2);
  });

  test('the cursor continues after 100 conversations, with constant statements', async () => {
    const owner = await somebody();
    const first = await somebody();
    await send(first, (await open(first, owner))._id, 'One');
    await list(owner);
    const forOne = await countStatements(app, async () =>
      expect(await list(owner)).toHaveLength(1),
    );
    const crowd = await crowdOf(app, 129, 'writer');
    await inBurst(crowd, async (one) => send(one, (await open(one, owner))._id, 'Hello'));
    expect(await countStatements(app, async () => list(owner))).toBe(forOne);
    const { data, pagination } = await owner.call(chat.listConversations, {});
    expect(data).toHaveLength(100);
    const rest = await owner.call(chat.listConversations, {
      query: { cursor: String(pagination.nextCursor) },
    });
    expect(rest.data).toHaveLength(30);
    expect(rest.pagination.nextCursor).toBeNull();
    const all = [...data, ...rest.data];
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(130);
    const times = all.map(({ updatedAt }) => updatedAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('a forged cursor is refused', async () => {
    const forged = [
      'x',
      'e30',
      ...[
        { after: { at: "2026-01-01 00:00:00'+00", id: alice.id }, passed: 0 },
        { after: { at: '2026-99-99 99:99:99+00', id: alice.id }, passed: 0 },
        { after: { at: '2026-01-01 00:00:00+00', id: 'x' }, passed: 0 },
        { after: { at: '2026-01-01 00:00:00+00', id: alice.id }, passed: -1 },
      ].map((value) => Buffer.from(JSON.stringify(value)).toString('base64url')),
    ];
    for (const cursor of forged) {
      const refusal = await refusalOf(alice.call(chat.listConversations, { query: { cursor } }));
      expect(refusal.body.code).toBe('bad_input');
    }
  });

  test('messages come newest first, 50 per page, with constant statements', async () => {
    const [one, two] = [await somebody(), await somebody()];
    const { _id: conversationId } = await open(one, two);
    for (let n = 1; n <= 120; n += 1) await send(n % 2 ? one : two, conversationId, `${n}`);
    const params = { conversationId };
    const texts = ({ data }: { data: chat.Message[] }) =>
      data.map(({ content }) => Number(content));
    const down = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, n) => from - n);
    await one.call(chat.listMessages, { params });
    const few = { params, query: { limit: 1 } };
    const forOne = await countStatements(app, async () => one.call(chat.listMessages, few));
    const read = async () => one.call(chat.listMessages, { params });
    expect(await countStatements(app, read)).toBe(forOne);
    const first = await read();
    expect(texts(first)).toEqual(down(120, 71));
    expect(texts(await one.call(chat.listMessages, { params, query: { page: 3 } }))).toEqual(
      down(20, 1),
    );
    const cursor = String(first.pagination.nextCursor);
    await send(two, conversationId, '121');
    const next = await one.call(chat.listMessages, { params, query: { cursor } });
    expect(texts(next)).toEqual(down(70, 21));
    expect((await history(one, conversationId)).map(({ number }) => number)).toEqual(
      down(121, 1).toReversed(),
    );
  });
});

describe('deleting a conversation', () => {
  test('the other side keeps it, and a new message restores it without history', async () => {
    const [one, two] = [await somebody(), await somebody()];
    const { _id: conversationId } = await open(one, two);
    const old = await send(two, conversationId, 'Old');
    const [tab, theirs] = [await openTab(one), await openTab(two)];
    await one.call(chat.deleteConversation, { params: { conversationId } });
    await expect
      .poll(() => tab.all('conversationDeleted'))
      .toMatchObject([{ conversationId, unreadCount: 0, unreadConversations: 0 }]);
    expect(await listed(one, conversationId)).toBeUndefined();
    expect(await history(one, conversationId)).toEqual([]);
    expect((await listed(two, conversationId))?.lastMessage?._id).toBe(old._id);
    expect(await history(two, conversationId)).toHaveLength(1);
    // A repeated deletion succeeds and changes nothing.
    await one.call(chat.deleteConversation, { params: { conversationId } });
    expect(theirs.all('conversationDeleted')).toEqual([]);
    await send(two, conversationId, 'New');
    expect(await listed(one, conversationId)).toMatchObject({
      currentUserUnreadCount: 1,
      lastMessage: { content: 'New' },
    });
    expect((await history(one, conversationId)).map(({ content }) => content)).toEqual(['New']);
    expect(await history(two, conversationId)).toHaveLength(2);
    expect(tab.all('conversationDeleted')).toHaveLength(1);
    // The deletion of an old message changes nothing for a person who deleted the history.
    await emit(theirs.socket, 'deleteMessage', { conversationId, messageId: old._id });
    expect((await listed(one, conversationId))?.currentUserUnreadCount).toBe(1);
  });

  test('the unread count is right after a concurrent deletion and message', async () => {
    const [one, two] = [await somebody(), await somebody()];
    const { _id: conversationId } = await open(one, two);
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([
        send(two, conversationId, `${round}`),
        one.call(chat.deleteConversation, { params: { conversationId } }),
      ]);
      const there = await history(one, conversationId);
      const conversation = await listed(one, conversationId);
      expect(conversation?.currentUserUnreadCount ?? 0).toBe(there.length);
    }
  });
});

describe('presence', () => {
  test('conversation partners see each other online, except across a block', async () => {
    const [one, two] = [await somebody(), await somebody()];
    const [tab, theirs] = [await openTab(one), await openTab(two)];
    const online = () => tab.all<string[]>('getOnlineUsers').at(-1) ?? [];
    await emit(theirs.socket, 'addUser', two.id);
    const { _id: conversationId } = await open(one, two);
    await emit(tab.socket, 'addUser', one.id);
    expect(online()).not.toContain(two.id);
    await send(one, conversationId, 'Are you there?');
    await expect.poll(online).toContain(two.id);
    await expect.poll(() => theirs.all<string[]>('getOnlineUsers').at(-1)).toContain(one.id);
    await two.toggleBlock(one);
    await expect.poll(online).not.toContain(two.id);
  });
});

async function everything() {
  const [conversations, messages, members] = await Promise.all(
    (['conversations', 'messages', 'conversation_members'] as const).map(async (table) =>
      app.ctx.db
        .selectFrom(table)
        .selectAll()
        .orderBy(sql`1`)
        .orderBy(sql`2`)
        .execute(),
    ),
  );
  return { conversations, messages, members };
}
