import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updatePrivacy } from '@roost/contract/users';
import type { TestApp } from '../../../test/support/app.ts';
import type { Member } from '../../../test/support/cast.ts';
import {
  closeChatApp,
  emit,
  history,
  listed,
  news,
  open,
  openTab,
  pairOf,
  said,
  send,
  startChatApp,
  type Tab,
} from '../../../test/support/chat.ts';
import { findDrift } from '../../../test/support/recount.ts';

let app: TestApp;
let carol: Member;

beforeAll(async () => {
  ({ app, carol } = await startChatApp());
});
afterAll(() => closeChatApp(app));

describe('deleting a message', () => {
  test('both people lose it, and unread count and list order are right', async () => {
    const { one, two, id } = await pairOf(app);
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
    // Nobody's list contains an empty conversation.
    for (const person of [one, two]) expect(await listed(person, id)).toBeUndefined();
    await expect.poll(() => theirs!.all('unreadCountUpdated')[1]).toMatchObject({ unreadCount: 0 });
    const stored = await app.ctx.db
      .selectFrom('messages')
      .select('content')
      .where('conversation_id', '=', id)
      .execute();
    expect(stored.map(({ content }) => content)).toEqual(['', '']);
  });

  test('only the sender can delete a message', async () => {
    const { one, two, id } = await pairOf(app);
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

  test('the counters equal a recount after concurrent reads, sends and deletions', async () => {
    const { one, two, id } = await pairOf(app);
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
  test('only the other participant hears it, and nobody across a block', async () => {
    const { one, two, id } = await pairOf(app);
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

  test.each(['typist', 'reader'] as const)(
    'nobody hears it if the %s hides typing',
    async (hider) => {
      const { one, two, id } = await pairOf(app);
      const hiding = hider === 'typist' ? one : two;
      await hiding.call(updatePrivacy, { body: { sendTyping: false } });
      const [typist, reader] = [await openTab(one), await openTab(two)];
      const to = { conversationId: id, receiverId: two.id };
      for (const name of ['typing', 'stopTyping'])
        expect(await emit(typist.socket, name, to)).toMatchObject({ ok: true });
      await send(one, id, 'After it');
      await expect.poll(() => said(reader)).toEqual(['After it']);
      expect([...reader.all('typing'), ...reader.all('stopTyping')]).toEqual([]);
      await hiding.call(updatePrivacy, { body: { sendTyping: true } });
      await emit(typist.socket, 'typing', to);
      await expect.poll(() => reader.all('typing').length).toBe(1);
    },
  );
});
