import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as chat from '@roost/contract/chat';
import { updatePrivacy } from '@roost/contract/users';
import type { TestApp } from '../../../test/support/app.ts';
import type { Member } from '../../../test/support/cast.ts';
import {
  closeChatApp,
  emit,
  emitMessage,
  history,
  listed,
  news,
  openTab,
  pairOf,
  said,
  send,
  startChatApp,
} from '../../../test/support/chat.ts';
import { findDrift } from '../../../test/support/recount.ts';

let app: TestApp;
let carol: Member;

beforeAll(async () => {
  ({ app, carol } = await startChatApp());
});
afterAll(() => closeChatApp(app));

describe('read and delivery receipts', () => {
  test('the sender gets receipts, and the reader’s tabs get the unread count', async () => {
    const { one, two, id } = await pairOf(app);
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
    // Repeated marks change nothing and notify nobody.
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

  test('nobody marks messages for another person, or future messages', async () => {
    const { one, two, id } = await pairOf(app);
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

  test('a block holds back receipts, and the unread count stays right', async () => {
    const { one, two, id } = await pairOf(app);
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
    // After the block ends, the next read receipt covers both messages.
    await two.toggleBlock(one);
    await send(one, id, 'Next');
    await emit(reader.socket, 'markMessagesAsRead', { conversationId: id });
    await expect
      .poll(() => writer.all<{ messageIds: string[] }>('messagesRead')[0]?.messageIds.length)
      .toBe(2);
  });

  test.each(['writer', 'reader'] as const)(
    'if the %s hides read receipts, the sender learns nothing',
    async (hider) => {
      const { one, two, id } = await pairOf(app);
      const hiding = hider === 'writer' ? one : two;
      await hiding.call(updatePrivacy, { body: { sendReadReceipts: false } });
      await send(one, id, 'Read in secret');
      const [writer, reader] = [await openTab(one), await openTab(two)];
      await emit(reader.socket, 'markMessagesAsDelivered', { conversationId: id });
      await expect.poll(() => writer.all('messagesDelivered').length).toBe(1);
      await emit(reader.socket, 'markMessagesAsRead', { conversationId: id });
      await expect
        .poll(() => reader.all('unreadCountUpdated'))
        .toMatchObject([{ unreadCount: 0, unreadConversations: 0 }]);
      expect((await history(two, id))[0]?.isRead).toBe(true);
      expect((await history(one, id))[0]).toMatchObject({
        deliveryStatus: 'delivered',
        isRead: false,
        readBy: [],
      });
      await hiding.call(updatePrivacy, { body: { sendReadReceipts: true } });
      await send(one, id, 'Read in public');
      await emit(reader.socket, 'markMessagesAsRead', { conversationId: id });
      await expect.poll(() => writer.all('messagesRead').length).toBe(1);
      expect((await history(one, id)).map(({ deliveryStatus }) => deliveryStatus)).toEqual([
        'read',
        'read',
      ]);
    },
  );

  test('the counters equal a recount after many concurrent sends and marks', async () => {
    const { one, two, id } = await pairOf(app);
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
