import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import * as chat from '@roost/contract/chat';
import { startTestApp } from '../../test/app.ts';
import { crowdOf, type Member } from '../../test/cast.ts';
import { closeChatApp, emit, history, listed, open, openTab, send } from '../../test/chat.ts';
import { refusalOf } from '../../test/visitor.ts';
import { countStatements } from '../../test/statements.ts';

const app = await startTestApp();
const cast = await crowdOf(app, 4, 'cast');
const [alice, bob, carol, dan] = cast as [Member, Member, Member, Member];
afterAll(() => closeChatApp(app));

const list = async (member: Member) => (await member.call(chat.listConversations, {})).data;
let people = 0;
const somebody = async () => (await crowdOf(app, 1, `somebody${(people += 1)}_`))[0]!;

describe('a conversation', () => {
  test('is one for each pair, whoever opens it, and in nobody’s list while empty', async () => {
    const made = await open(alice, bob);
    expect((await open(bob, alice))._id).toBe(made._id);
    expect(made).toMatchObject({ lastMessage: null, currentUserUnreadCount: 0, canMessage: true });
    expect(made.participants.map(({ _id }) => _id).toSorted()).toEqual(
      [alice.id, bob.id].toSorted(),
    );
    for (const member of [alice, bob]) expect(await list(member)).toEqual([]);
  });

  test('is one when both write the first message at once, a hundred times', async () => {
    const crowd = await crowdOf(app, 15);
    const pairs = crowd.flatMap((one, n) => crowd.slice(n + 1).map((two) => [one, two] as const));
    expect(pairs.length).toBeGreaterThan(100);
    const write = async (from: Member, to: Member) => {
      const { _id } = await open(from, to);
      await send(from, _id, `From ${from.username}`);
      return _id;
    };
    await Promise.all(
      pairs.map(async ([one, two]) => {
        const [first, second] = await Promise.all([write(one, two), write(two, one)]);
        expect(first).toBe(second);
        expect((await history(one, first)).map(({ content }) => content).toSorted()).toEqual(
          [`From ${one.username}`, `From ${two.username}`].toSorted(),
        );
      }),
    );
    const made = await app.ctx.db
      .selectFrom('conversations')
      .select('id')
      .where('low_id', '=', sql<string>`any(${crowd.map(({ id }) => id)})`)
      .execute();
    expect(made).toHaveLength(pairs.length);
  });

  test('with oneself, nobody or what is no id is refused', async () => {
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

  test('is nothing to anybody else, and stays as it is', async () => {
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

describe('the list', () => {
  test('has the newest first, with the last message, what is unread, and who it is', async () => {
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

  test('goes on after a hundred by its cursor, in as many statements for many as for one', async () => {
    const owner = await somebody();
    const first = await somebody();
    await send(first, (await open(first, owner))._id, 'One');
    await list(owner);
    const forOne = await countStatements(app, async () =>
      expect(await list(owner)).toHaveLength(1),
    );
    const crowd = await crowdOf(app, 129, 'writer');
    await Promise.all(crowd.map(async (one) => send(one, (await open(one, owner))._id, 'Hello')));
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

  test('refuses a cursor that is not ours', async () => {
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

  test('of messages: 50 newest first, by page and by cursor, in as many statements for many as for few', async () => {
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
  test('takes it from the own list only; what comes new brings it back without the old', async () => {
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
    // Again is a success that changes nothing.
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
    // The old one deleted by its sender changes nothing for who has it no more.
    await emit(theirs.socket, 'deleteMessage', { conversationId, messageId: old._id });
    expect((await listed(one, conversationId))?.currentUserUnreadCount).toBe(1);
  });

  test('at the same moment as a message: that message is either gone or there, and counted so', async () => {
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

describe('who is online', () => {
  test('is told of those one talks with, from the first message on, and not across a block', async () => {
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
