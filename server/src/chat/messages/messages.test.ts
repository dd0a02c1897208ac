import { afterAll, describe, expect, test } from 'vitest';
import * as chat from '@roost/contract/chat';
import { startTestApp } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import {
  closeChatApp,
  emit,
  emitMessage,
  history,
  news,
  open,
  openTab,
  pairOf,
  received,
  said,
  send,
} from '../../../test/support/chat.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startTestApp();
const [alice, bob, carol] = (await crowdOf(app, 3)) as [Member, Member, Member];
afterAll(() => closeChatApp(app));

describe('a message', () => {
  test('over a socket, the sending tab gets a receipt, and other tabs the message', async () => {
    const { one, two, id } = await pairOf(app);
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

  test('over HTTP, all tabs of both people get the message', async () => {
    const { one, two, id } = await pairOf(app);
    const [own, theirs] = await Promise.all([openTab(one), openTab(two)]);
    const message = await send(one, id, 'By HTTP');
    await expect.poll(() => said(own)).toEqual(['By HTTP']);
    await expect.poll(() => said(theirs)).toEqual(['By HTTP']);
    expect(received(own)[0]?.message).toEqual(message);
    expect(own.all('messageSent')).toEqual([]);
  });

  test('sends with the same clientId make one message, over socket and HTTP', async () => {
    const { one, two, id } = await pairOf(app);
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
    // Each sending tab gets one receipt for each message.
    await expect.poll(() => a.all('messageSent').length).toBe(5);
    await expect.poll(() => b.all('messageSent').length).toBe(5);
    // Another sender may use the same clientId.
    await send(two, id, 'Mine', { clientId: 'again 0' });
    expect((await history(two, id)).length).toBe(6);
  });

  test('the clientId of a deleted message is refused in its conversation', async () => {
    const { one, two, id } = await pairOf(app);
    const elsewhere = await open(one, carol);
    const message = await send(one, id, 'Here', { clientId: 'taken' });
    const there = await send(one, elsewhere._id, 'There', { clientId: 'taken' });
    expect(there).toMatchObject({ content: 'There', conversationId: elsewhere._id });
    expect(await send(one, id, 'Here', { clientId: 'taken' })).toEqual(message);
    const tab = await openTab(one);
    await emit(tab.socket, 'deleteMessage', { conversationId: id, messageId: message._id });
    expect((await refusalOf(send(one, id, 'Here', { clientId: 'taken' }))).body.code).toBe(
      'already_sent',
    );
    expect(await history(two, id)).toEqual([]);
    // The same applies after the deletion of the conversation.
    await send(one, id, 'Once more', { clientId: 'gone' });
    await one.call(chat.deleteConversation, { params: { conversationId: id } });
    expect((await refusalOf(send(one, id, 'Once more', { clientId: 'gone' }))).body.code).toBe(
      'already_sent',
    );
  });

  test('sends with the same Idempotency-Key make one message', async () => {
    const { one, two, id } = await pairOf(app);
    const again = async () =>
      one.call(chat.sendMessage, {
        params: { conversationId: id },
        body: { content: 'Keyed' },
        idempotencyKey: 'k1',
      });
    expect((await again()).data).toEqual((await again()).data);
    expect(await history(two, id)).toHaveLength(1);
  });

  test('invalid content, receivers and conversations are refused without effect', async () => {
    const { one, two, id } = await pairOf(app);
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

  test('socket and HTTP share one budget', async () => {
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

  test('a tab that reconnects gets missed messages once and in order', async () => {
    const { one, two, id } = await pairOf(app);
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

test('other conversation partners of the two people hear nothing', async () => {
  const { one, two, id } = await pairOf(app);
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
  // A sentinel message to each person: all earlier events have arrived before it.
  for (const [n, each] of bystanders.entries()) {
    const from = n % 2 ? one : two;
    await send(from, (await open(from, each))._id, 'For you');
    await expect.poll(() => said(tabs[n]!)).toEqual(['For you']);
    expect(JSON.stringify(tabs[n]!.heard)).not.toMatch(/canary|typing|Deleted/i);
    expect(JSON.stringify(tabs[n]!.heard)).not.toContain(id);
  }
});
