import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as chat from '@roost/contract/chat';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { crowdOf, type Member } from '../../test/cast.ts';
import {
  emit,
  emitMessage,
  history,
  listed,
  open,
  openTab,
  send,
  type Tab,
} from '../../test/chat.ts';
import { findDrift } from '../../test/recount.ts';
import { refusalOf } from '../../test/visitor.ts';

let app: TestApp;
let alice: Member;
let bob: Member;
let carol: Member;

beforeAll(async () => {
  app = await startTestApp();
  [alice, bob, carol] = (await crowdOf(app, 3)) as [Member, Member, Member];
});
afterAll(async () => {
  expect(await findDrift(app.ctx)).toEqual([]);
  await app.close();
});

let people = 0;
const somebody = async () => (await crowdOf(app, 1, `somebody${(people += 1)}_`))[0]!;

/** Two people who have not met, and their conversation. */
async function pair() {
  const [one, two] = [await somebody(), await somebody()];
  const { _id } = await open(one, two);
  return { one, two, id: _id };
}

interface Received {
  message: chat.Message;
  conversationId: string;
  unreadCount: number;
  unreadConversations: number;
  seq: number;
}
const received = (tab: Tab) => tab.all<Received>('receiveMessage');
const said = (tab: Tab) => received(tab).map(({ message }) => message.content);
/** What a tab was told beside who is online and where the stream stands. */
const news = (tab: Tab) =>
  tab.heard.filter(({ name }) => !['getOnlineUsers', 'streamStart'].includes(name));

describe('a message', () => {
  test('over a socket: to every tab of the receiver, to the sender’s others, a receipt to the one it came from', async () => {
    const { one, two, id } = await pair();
    const [sending, other, first, second, stranger] = await Promise.all(
      [one, one, two, two, carol].map(async (who) => openTab(who)),
    );
    const answer = await emitMessage(sending!.socket, two, id, ' Hello \n', { clientId: 'c1' });
    if (!answer.ok) throw new Error(answer.message);
    expect(answer.message).toMatchObject({
      conversationId: id,
      number: 1,
      kind: 'message',
      content: 'Hello',
      clientId: 'c1',
      senderId: { _id: one.id, username: one.username },
      isRead: false,
      readBy: [],
      deliveryStatus: 'sent',
      media: [],
    });
    for (const tab of [other!, first!, second!]) {
      await expect.poll(() => received(tab).length).toBe(1);
      expect(received(tab)[0]).toMatchObject({
        conversationId: id,
        message: { _id: answer.message._id, content: 'Hello' },
        seq: tab.seq + 1,
      });
    }
    expect(received(first!)[0]?.message.clientId).toBeUndefined();
    expect(received(first!)[0]).toMatchObject({ unreadCount: 1, unreadConversations: 1 });
    await expect.poll(() => first!.all('unreadCountUpdated').length).toBe(1);
    expect(news(first!).map(({ name }) => name)).toEqual(['receiveMessage', 'unreadCountUpdated']);
    expect(first!.all('unreadCountUpdated')).toMatchObject([
      { conversationId: id, unreadCount: 1 },
    ]);
    await expect.poll(() => sending!.all('messageSent').length).toBe(1);
    expect(sending!.all('messageSent')).toMatchObject([
      { _id: answer.message._id, clientId: 'c1', seq: sending!.seq + 1 },
    ]);
    expect(news(sending!)).toHaveLength(1);
    expect(news(other!)).toHaveLength(1);
    expect(news(stranger!)).toEqual([]);
  });

  test('over HTTP is the same send: all tabs of both get it', async () => {
    const { one, two, id } = await pair();
    const [own, theirs] = await Promise.all([openTab(one), openTab(two)]);
    const message = await send(one, id, 'By HTTP');
    await expect.poll(() => said(own)).toEqual(['By HTTP']);
    await expect.poll(() => said(theirs)).toEqual(['By HTTP']);
    expect(received(own)[0]?.message).toEqual(message);
    expect(own.all('messageSent')).toEqual([]);
  });

  test('with the same clientId is one message, in turn or at once, by socket and HTTP', async () => {
    const { one, two, id } = await pair();
    const [a, b, theirs] = await Promise.all([openTab(one), openTab(one), openTab(two)]);
    for (let round = 0; round < 5; round += 1) {
      const clientId = `again ${round}`;
      const answers = await Promise.all([
        emitMessage(a.socket, two, id, 'Once', { clientId }),
        emitMessage(b.socket, two, id, 'Once', { clientId }),
        send(one, id, 'Once', { clientId }).then((message) => ({ ok: true, message }) as const),
        send(one, id, 'Once', { clientId }).then((message) => ({ ok: true, message }) as const),
      ]);
      const messages = answers.map((answer) => answer.ok && answer.message);
      expect(messages[0]).toMatchObject({ content: 'Once', number: round + 1 });
      for (const message of messages) expect(message).toEqual(messages[0]);
    }
    expect((await history(two, id)).length).toBe(5);
    await expect.poll(() => received(theirs).length).toBe(5);
    // Each sending tab has a receipt for each, whichever send made it.
    await expect.poll(() => a.all('messageSent').length).toBe(5);
    await expect.poll(() => b.all('messageSent').length).toBe(5);
    // Somebody else's clientIds are theirs.
    await send(two, id, 'Mine', { clientId: 'again 0' });
    expect((await history(two, id)).length).toBe(6);
  });

  test('with a clientId of another conversation, or of a deleted message, is refused', async () => {
    const { one, two, id } = await pair();
    const elsewhere = await open(one, carol);
    const message = await send(one, id, 'Here', { clientId: 'taken' });
    const refusal = await refusalOf(send(one, elsewhere._id, 'There', { clientId: 'taken' }));
    expect(refusal.body.code).toBe('conflict');
    const tab = await openTab(one);
    await emit(tab.socket, 'deleteMessage', { conversationId: id, messageId: message._id });
    expect((await refusalOf(send(one, id, 'Here', { clientId: 'taken' }))).body.code).toBe(
      'conflict',
    );
    expect(await history(two, id)).toEqual([]);
    // At once in two conversations, it is in one of them.
    for (let round = 0; round < 5; round += 1) {
      const outcomes = await Promise.allSettled(
        [id, elsewhere._id].map(async (each) => send(one, each, 'x', { clientId: `r${round}` })),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  test('keeps an Idempotency-Key', async () => {
    const { one, two, id } = await pair();
    const again = async () =>
      one.call(chat.sendMessage, {
        params: { conversationId: id },
        body: { content: 'Keyed' },
        idempotencyKey: 'k1',
      });
    expect((await again()).data).toEqual((await again()).data);
    expect(await history(two, id)).toHaveLength(1);
  });

  test('of nothing, too long, to oneself, to the wrong one, to nobody is refused and changes nothing', async () => {
    const { one, two, id } = await pair();
    const foreign = await open(alice, bob);
    const tab = await openTab(one);
    const attempts: [string, object][] = [
      ['bad_input', { message: { content: '', media: [] } }],
      ['bad_input', { message: { content: ' \n\t ', media: [] } }],
      ['bad_input', { message: { content: 'x'.repeat(2_001), media: [] } }],
      ['bad_input', { message: { content: 'a\0b', media: [] } }],
      ['bad_input', { message: { content: 'x', media: Array(5).fill(id) } }],
      ['bad_input', { message: 'x' }],
      ['bad_input', { clientId: '' }],
      ['bad_input', { clientId: 'x'.repeat(101) }],
      ['bad_input', { conversationId: 'x' }],
      ['self_action', { receiverId: one.id }],
      ['forbidden', { receiverId: carol.id }],
      ['forbidden', { senderId: two.id }],
      ['not_found', { conversationId: foreign._id }],
      ['not_found', { conversationId: one.id }],
      ['not_found', { message: { content: '', media: [id] } }],
    ];
    for (const [code, change] of attempts) {
      const good = { receiverId: two.id, conversationId: id };
      const answer = await emit(tab.socket, 'sendMessage', {
        ...good,
        message: { content: 'x', media: [] },
        ...change,
      });
      expect(answer, JSON.stringify(change).slice(0, 100)).toMatchObject({ ok: false, code });
    }
    await send(one, id, '👩‍👩‍👧‍👦'.repeat(800));
    expect(await history(two, id)).toHaveLength(1);
    expect(await history(alice, foreign._id)).toHaveLength(0);
  });

  test('takes its budget, whichever way it comes', async () => {
    const limited = await startTestApp({ RATE_LIMITS: 'on' });
    const [one, two] = (await crowdOf(limited, 2)) as [Member, Member];
    const { _id } = await open(one, two);
    const tab = await openTab(one);
    for (let n = 0; n < 150; n += 1) {
      expect((await emitMessage(tab.socket, two, _id, `s${n}`)).ok).toBe(true);
      await send(one, _id, `h${n}`);
    }
    expect(await emitMessage(tab.socket, two, _id, 'x')).toMatchObject({ code: 'rate_limited' });
    const refusal = await refusalOf(send(one, _id, 'x'));
    expect(refusal.status).toBe(429);
    expect(tab.socket.connected).toBe(true);
    await send(two, _id, 'Mine is another budget');
    await limited.close();
  });

  test('that was missed comes when the tab is back: once, in order, before anything new', async () => {
    const { one, two, id } = await pair();
    const first = await openTab(two);
    for (let n = 0; n < 10; n += 1) await send(one, id, `${n}`);
    await expect.poll(() => said(first).length).toBe(10);
    const since = received(first)[4]!.seq;
    first.socket.disconnect();
    for (let n = 10; n < 20; n += 1) await send(one, id, `${n}`);
    const second = await openTab(two, { auth: { since } });
    for (let n = 20; n < 30; n += 1) await send(one, id, `${n}`);
    await expect.poll(() => said(second).length).toBe(25);
    expect(said(second)).toEqual(Array.from({ length: 25 }, (_, n) => `${n + 5}`));
    expect(received(second).map(({ seq }) => seq)).toEqual(
      Array.from({ length: 25 }, (_, n) => since + 1 + n),
    );
  });
});

describe('read and delivered', () => {
  test('marks go to the sender, the count to the reader’s own tabs', async () => {
    const { one, two, id } = await pair();
    const sent = [await send(one, id, '1'), await send(one, id, '2'), await send(one, id, '3')];
    const [writer, reader, readersOther] = await Promise.all(
      [one, two, two].map(async (who) => openTab(who)),
    );
    await emit(reader!.socket, 'markMessagesAsDelivered', { conversationId: id });
    await expect
      .poll(() => writer!.all('messagesDelivered'))
      .toMatchObject([{ conversationId: id, receiverId: two.id, upTo: 3 }]);
    expect((await history(one, id)).map((each) => each.deliveryStatus)).toEqual(
      Array(3).fill('delivered'),
    );
    await emit(reader!.socket, 'markMessagesAsRead', {
      conversationId: id,
      userId: two.id,
      upTo: 2,
    });
    await expect
      .poll(() => writer!.all('messagesRead'))
      .toMatchObject([
        { conversationId: id, readerId: two.id, upTo: 2, messageIds: [sent[1]!._id, sent[0]!._id] },
      ]);
    for (const tab of [reader!, readersOther!])
      await expect
        .poll(() => tab.all('unreadCountUpdated'))
        .toMatchObject([{ conversationId: id, unreadCount: 1, unreadConversations: 1 }]);
    await two.call(chat.markConversationRead, { params: { conversationId: id } });
    for (const tab of [reader!, readersOther!])
      await expect
        .poll(() => tab.all('unreadCountUpdated')[1])
        .toMatchObject({
          unreadCount: 0,
          unreadConversations: 0,
        });
    const seen = await history(one, id);
    expect(seen.map((each) => [each.deliveryStatus, each.isRead, each.readBy])).toEqual(
      Array.from({ length: 3 }, () => ['read', true, [two.id]]),
    );
    expect((await listed(two, id))?.currentUserUnreadCount).toBe(0);
    // Again changes nothing, and tells nobody.
    const before = news(writer!).length;
    await emit(reader!.socket, 'markMessagesAsRead', { conversationId: id });
    await emit(reader!.socket, 'markMessagesAsDelivered', { conversationId: id });
    await emit(writer!.socket, 'markMessagesAsRead', { conversationId: id });
    await emit(writer!.socket, 'markMessagesAsDelivered', { conversationId: id });
    await send(two, id, 'Last');
    await expect.poll(() => said(writer!)).toEqual(['Last']);
    await expect.poll(() => news(writer!).length).toBe(before + 2);
    expect(
      news(writer!)
        .slice(before)
        .map(({ name }) => name),
    ).toEqual(['receiveMessage', 'unreadCountUpdated']);
  });

  test('nobody marks for another, or what is yet to come', async () => {
    const { one, two, id } = await pair();
    await send(one, id, '1');
    const [stranger, reader] = await Promise.all([openTab(carol), openTab(two)]);
    for (const name of ['markMessagesAsRead', 'markMessagesAsDelivered']) {
      expect(await emit(stranger.socket, name, { conversationId: id })).toMatchObject({
        code: 'not_found',
      });
      expect(
        await emit(stranger.socket, name, { conversationId: id, userId: two.id }),
      ).toMatchObject({ ok: false });
      expect(
        await emit(reader.socket, name, { conversationId: id, upTo: 2_147_483_647 }),
      ).toMatchObject({ ok: true });
      expect(await emit(reader.socket, name, { conversationId: id, upTo: -1 })).toMatchObject({
        code: 'bad_input',
      });
    }
    await send(one, id, '2');
    expect((await listed(two, id))?.currentUserUnreadCount).toBe(1);
    expect((await history(one, id)).map((each) => each.deliveryStatus)).toEqual(['read', 'sent']);
  });

  test('across a block no mark is told, and the own count is right all the same', async () => {
    const { one, two, id } = await pair();
    await send(one, id, 'Unread');
    await two.toggleBlock(one);
    const writer = await openTab(one);
    const reader = await openTab(two);
    await emit(reader.socket, 'markMessagesAsDelivered', { conversationId: id });
    await emit(reader.socket, 'markMessagesAsRead', { conversationId: id });
    await expect.poll(() => reader.all('unreadCountUpdated').length).toBe(1);
    expect((await listed(two, id))?.currentUserUnreadCount).toBe(0);
    expect((await history(two, id))[0]?.isRead).toBe(true);
    expect((await history(one, id))[0]?.deliveryStatus).toBe('sent');
    expect(news(writer)).toEqual([]);
    // When it is over, the next reading tells of both.
    await two.toggleBlock(one);
    await send(one, id, 'Next');
    await emit(reader.socket, 'markMessagesAsRead', { conversationId: id });
    await expect
      .poll(() => writer.all<{ messageIds: string[] }>('messagesRead')[0]?.messageIds.length)
      .toBe(2);
  });

  test('a storm of sends and marks: what is stored equals a recount', async () => {
    const { one, two, id } = await pair();
    const tabs = await Promise.all([one, two].map(async (who) => openTab(who)));
    const steps = Array.from({ length: 120 }, (_, n) => {
      const [tab, other] = n % 2 ? [tabs[0]!, two] : [tabs[1]!, one];
      return n % 3
        ? emitMessage(tab.socket, other, id, `${n}`)
        : emit(tab.socket, n % 4 ? 'markMessagesAsRead' : 'markMessagesAsDelivered', {
            conversationId: id,
            ...(n % 5 === 0 && { upTo: n }),
          });
    });
    for (const { ok } of await Promise.all(steps)) expect(ok).toBe(true);
    expect(await findDrift(app.ctx)).toEqual([]);
    const numbers = (await history(one, id)).map((each) => each.number);
    expect(numbers).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
    expect((await history(two, id)).map(({ _id }) => _id)).toEqual(
      (await history(one, id)).map(({ _id }) => _id),
    );
  });
});

describe('deleting a message', () => {
  test('takes it from both, and puts unread, last message and place right', async () => {
    const { one, two, id } = await pair();
    const [first, second] = [await send(one, id, 'First'), await send(one, id, 'Second')];
    const [own, other, theirs] = await Promise.all(
      [one, one, two].map(async (who) => openTab(who)),
    );
    const removal = { conversationId: id, messageId: second._id };
    expect(await emit(own!.socket, 'deleteMessage', removal)).toMatchObject({ ok: true });
    for (const tab of [own!, other!, theirs!])
      await expect.poll(() => tab.all('messageDeleted')).toMatchObject([removal]);
    expect(theirs!.all('messageDeleted')).toMatchObject([{ unreadCount: 1 }]);
    await expect.poll(() => theirs!.all('unreadCountUpdated')).toMatchObject([{ unreadCount: 1 }]);
    for (const person of [one, two]) {
      expect((await history(person, id)).map(({ content }) => content)).toEqual(['First']);
      expect((await listed(person, id))?.lastMessage?._id).toBe(first._id);
      expect((await listed(person, id))?.updatedAt).toBe(first.createdAt);
    }
    expect(await emit(own!.socket, 'deleteMessage', removal)).toMatchObject({ code: 'not_found' });
    await emit(own!.socket, 'deleteMessage', { conversationId: id, messageId: first._id });
    // An empty one is in nobody's list.
    for (const person of [one, two]) expect(await listed(person, id)).toBeUndefined();
    await expect.poll(() => theirs!.all('unreadCountUpdated')[1]).toMatchObject({ unreadCount: 0 });
    const stored = await app.ctx.db
      .selectFrom('messages')
      .select('content')
      .where('conversation_id', '=', id)
      .execute();
    expect(stored.map(({ content }) => content)).toEqual(['', '']);
  });

  test('is the sender’s alone, from wherever it is asked', async () => {
    const { one, two, id } = await pair();
    const elsewhere = await open(two, carol);
    const message = await send(one, id, 'Mine');
    const [theirs, stranger] = await Promise.all([openTab(two), openTab(carol)]);
    const attempts: [Tab, string, string, string][] = [
      [theirs, id, message._id, 'forbidden'],
      [theirs, elsewhere._id, message._id, 'not_found'],
      [stranger, id, message._id, 'not_found'],
      [stranger, elsewhere._id, message._id, 'not_found'],
      [theirs, id, id, 'not_found'],
    ];
    for (const [tab, conversationId, messageId, code] of attempts)
      expect(await emit(tab.socket, 'deleteMessage', { conversationId, messageId })).toMatchObject({
        ok: false,
        code,
      });
    expect(await history(one, id)).toHaveLength(1);
  });

  test('while it is read, sent and deleted at once: what is stored equals a recount', async () => {
    const { one, two, id } = await pair();
    const [own, theirs] = await Promise.all([openTab(one), openTab(two)]);
    const sent = [];
    for (let n = 0; n < 20; n += 1) sent.push(await send(one, id, `${n}`));
    await Promise.all([
      ...sent.map(async ({ _id }) =>
        emit(own.socket, 'deleteMessage', { conversationId: id, messageId: _id }),
      ),
      ...Array.from({ length: 10 }, async (_, n) =>
        emit(theirs.socket, 'markMessagesAsRead', { conversationId: id, upTo: n * 2 }),
      ),
      ...Array.from({ length: 10 }, async (_, n) => send(one, id, `more ${n}`)),
    ]);
    expect(await findDrift(app.ctx)).toEqual([]);
    expect(await history(two, id)).toHaveLength(10);
  });
});

describe('typing', () => {
  test('reaches the other one only, is not stored, and nobody across a block', async () => {
    const { one, two, id } = await pair();
    const [typist, typistsOther, reader, bystander] = await Promise.all(
      [one, one, two, carol].map(async (who) => openTab(who)),
    );
    const to = { conversationId: id, receiverId: two.id };
    await emit(typist!.socket, 'typing', to);
    await emit(typist!.socket, 'stopTyping', { ...to, senderId: one.id });
    await expect
      .poll(() => news(reader!))
      .toEqual([
        { name: 'typing', payload: { senderId: one.id, conversationId: id } },
        { name: 'stopTyping', payload: { senderId: one.id, conversationId: id } },
      ]);
    expect(await emit(bystander!.socket, 'typing', to)).toMatchObject({ code: 'not_found' });
    expect(await emit(typist!.socket, 'typing', { ...to, receiverId: carol.id })).toMatchObject({
      code: 'forbidden',
    });
    expect(await emit(typist!.socket, 'typing', { ...to, senderId: two.id })).toMatchObject({
      code: 'forbidden',
    });
    await two.toggleBlock(one);
    expect(await emit(typist!.socket, 'typing', to)).toMatchObject({ ok: true });
    await two.toggleBlock(one);
    await send(one, id, 'After it');
    await expect.poll(() => said(reader!)).toEqual(['After it']);
    expect(reader!.all('typing')).toHaveLength(1);
    expect(news(typistsOther!).map(({ name }) => name)).toEqual(['receiveMessage']);
    expect(news(bystander!).filter(({ name }) => name !== 'error')).toEqual([]);
  });
});

test('bystanders get nothing of any of it, also those who talk with one of the two', async () => {
  const { one, two, id } = await pair();
  const bystanders = await crowdOf(app, 10, 'bystander');
  for (const [n, each] of bystanders.entries()) {
    const { _id } = await open(each, n % 2 ? one : two);
    await send(each, _id, 'Hello');
    if (n > 5) await each.follow(one);
  }
  const tabs = await Promise.all(bystanders.map(async (each) => openTab(each)));
  const [own, theirs] = await Promise.all([openTab(one), openTab(two)]);
  const named = { conversationId: id };
  const messages = [];
  for (let n = 0; n < 5; n += 1) messages.push(await send(n % 2 ? two : one, id, `canary ${n}`));
  await emitMessage(own.socket, two, id, 'canary');
  await emit(own.socket, 'typing', { ...named, receiverId: two.id });
  await emit(own.socket, 'stopTyping', { ...named, receiverId: two.id });
  for (const name of ['markMessagesAsDelivered', 'markMessagesAsRead'])
    for (const tab of [own, theirs]) await emit(tab.socket, name, named);
  await emit(own.socket, 'deleteMessage', { ...named, messageId: messages[0]!._id });
  await two.call(chat.deleteConversation, { params: named });
  await expect.poll(() => theirs.all('conversationDeleted').length).toBe(1);
  // The last word to each: whatever was to come has come before it.
  for (const [n, each] of bystanders.entries()) {
    const from = n % 2 ? one : two;
    await send(from, (await open(from, each))._id, 'For you');
    await expect.poll(() => said(tabs[n]!)).toEqual(['For you']);
    expect(JSON.stringify(tabs[n]!.heard)).not.toMatch(/canary|typing|Deleted/i);
    expect(JSON.stringify(tabs[n]!.heard)).not.toContain(id);
  }
});
