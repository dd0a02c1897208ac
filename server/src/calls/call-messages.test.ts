import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as chat from '@roost/contract/chat';
import { startTestApp, type TestApp } from '../../test/support/app.ts';
import {
  answer,
  callOf,
  callTab,
  coolDown,
  friends,
  hangUp,
  hears,
  reject,
  ring,
} from '../../test/support/calls.ts';
import type { Member } from '../../test/support/cast.ts';
import { emit, history, listed, open, openTab, received, send } from '../../test/support/chat.ts';
import { findDrift } from '../../test/support/recount.ts';
import { refusalOf } from '../../test/support/test-client.ts';
import { duration } from '../chat/messages/add-call-message.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ CALL_RING_SECONDS: '2' }, { callGrace: 200 });
});
afterAll(async () => {
  expect(await findDrift(app.ctx)).toEqual([]);
  await app.close();
});

type Expected = [content: string, call: chat.CallSummary, unread: number];

const pair = async () => (await friends(app, 2)) as [Member, Member];

/** Expects one call message in the conversation, the same for both, with this unread count for the callee. */
async function expectCallMessage(
  caller: Member,
  callee: Member,
  [content, call, unread]: Expected,
) {
  const { _id: id } = await open(caller, callee);
  const messages = await history(callee, id);
  expect(messages).toMatchObject([
    { kind: 'call', content, call, senderId: { _id: caller.id }, media: [], isRead: false },
  ]);
  expect(await history(caller, id)).toEqual(messages);
  expect((await listed(callee, id))?.currentUserUnreadCount).toBe(unread);
  expect((await listed(caller, id))?.currentUserUnreadCount).toBe(0);
  expect((await listed(callee, id))?.lastMessage).toMatchObject({ kind: 'call', content });
  return id;
}

const missed = (media: 'audio' | 'video'): Expected => [
  media === 'audio' ? 'Missed voice call' : 'Missed video call',
  { media, outcome: 'missed', seconds: null },
  1,
];

describe('the message of a call in the conversation', () => {
  test('an answered call has its duration and is not unread', async () => {
    const { alice, bob, one, signal } = await callOf(app);
    await app.ctx.db
      .updateTable('calls')
      .set({ answered_at: new Date(Date.now() - 192_000) })
      .where('id', '=', signal)
      .execute();
    await hangUp(one, bob);
    const call = { media: 'video', outcome: 'answered', seconds: 192 } as const;
    await expectCallMessage(alice, bob, ['Video call, 3 min 12 s', call, 0]);
  });

  test('a declined call is not unread', async () => {
    const [alice, bob] = await pair();
    const [one, two] = [await callTab(alice), await callTab(bob)];
    await ring(one, bob, 'audio');
    await hears(two, 'incomingCall');
    await reject(two, alice);
    const call = { media: 'audio', outcome: 'declined', seconds: null } as const;
    await expectCallMessage(alice, bob, ['Declined voice call', call, 0]);
  });

  test('the message stays readable for people who may not write', async () => {
    const [alice, bob] = await pair();
    const [one, two] = [await callTab(alice), await callTab(bob)];
    await ring(one, bob, 'audio');
    await hears(two, 'incomingCall');
    await bob.toggleBlock(alice);
    const { _id: id, canMessage } = await open(alice, bob);
    expect(canMessage).toBe(false);
    expect(await history(alice, id)).toMatchObject([{ kind: 'call' }]);
    await alice.call(chat.deleteConversation, { params: { conversationId: id } });
    const { status } = await refusalOf(
      alice.call(chat.openConversation, { params: { userId: bob.id } }),
    );
    expect(status).toBe(403);
  });

  test('a cancelled, unanswered, offline or busy call counts as missed', async () => {
    const [alice, bob] = await pair();
    const [one] = [await callTab(alice), await callTab(bob)];
    await ring(one, bob, 'audio');
    await hangUp(one, bob);
    await expectCallMessage(alice, bob, missed('audio'));

    const [carol, dan] = await pair();
    const three = await callTab(carol);
    await callTab(dan);
    await ring(three, dan);
    await hears(three, 'error', 'callRejected');
    await expectCallMessage(carol, dan, missed('video'));

    const [erin, fred] = await pair();
    await ring(await callTab(erin), fred);
    await expectCallMessage(erin, fred, missed('video'));

    const [gina, hugo, ivan] = (await friends(app, 3)) as [Member, Member, Member];
    const [four, five] = [await callTab(gina), await callTab(hugo)];
    const { signal } = await ring(four, hugo);
    await answer(five, String(signal));
    await ring(await callTab(ivan), hugo, 'audio');
    await expectCallMessage(ivan, hugo, missed('audio'));
    await hangUp(four, hugo);
  });

  test('every tab of both sides receives the message and the unread count', async () => {
    const [alice, bob] = await pair();
    const [one, aside] = [await callTab(alice), await openTab(alice)];
    const [two, three] = [await callTab(bob), await openTab(bob)];
    await ring(one, bob);
    await hangUp(one, bob);
    for (const tab of [one, aside, two, three]) {
      await expect.poll(() => received(tab).length).toBe(1);
      const isCallee = tab === two || tab === three;
      expect(received(tab)[0]).toMatchObject({
        message: { kind: 'call', content: 'Missed video call', senderId: { _id: alice.id } },
        unreadCount: isCallee ? 1 : 0,
        unreadConversations: isCallee ? 1 : 0,
      });
    }
  });

  test('reading marks a missed call as read, and other calls never count', async () => {
    const { alice, bob, one } = await callOf(app);
    const id = (await open(alice, bob))._id;
    await send(alice, id, 'Before');
    await hangUp(one, bob);
    await coolDown(app);
    await ring(one, bob);
    await hangUp(one, bob);
    expect((await listed(bob, id))?.currentUserUnreadCount).toBe(2);
    const params = { conversationId: id };
    await bob.call(chat.markConversationRead, { params, body: { upTo: 1 } });
    expect((await listed(bob, id))?.currentUserUnreadCount).toBe(1);
    await bob.call(chat.markConversationRead, { params, body: {} });
    expect((await listed(bob, id))?.currentUserUnreadCount).toBe(0);
    expect(await findDrift(app.ctx)).toEqual([]);
  });

  test('nobody can delete a call message or send one', async () => {
    const [alice, bob] = await pair();
    const one = await callTab(alice);
    await ring(one, bob);
    const id = (await open(alice, bob))._id;
    const [message] = await history(alice, id);
    expect(
      await emit(one.socket, 'deleteMessage', { conversationId: id, messageId: message?._id }),
    ).toMatchObject({ ok: false, code: 'forbidden' });
    const call = { media: 'video', outcome: 'missed', seconds: null };
    const sent = await emit(one.socket, 'sendMessage', {
      receiverId: bob.id,
      conversationId: id,
      message: { content: 'Missed video call', media: [], kind: 'call', call },
      kind: 'call',
      call,
    });
    expect(sent).toMatchObject({ ok: true, message: { kind: 'message' } });
    expect(sent).not.toHaveProperty('message.call');
  });

  test('a call message gives nobody the right to write or call', async () => {
    const [alice, bob] = await pair();
    const one = await callTab(alice);
    await ring(one, bob);
    // A call message does not count as a message that the caller wrote.
    const rows = await app.ctx.db
      .selectFrom('conversation_members')
      .select('has_written')
      .where('user_id', 'in', [alice.id, bob.id])
      .execute();
    expect(rows).toEqual([{ has_written: false }, { has_written: false }]);
  });
});

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min 0 s'],
  [192, '3 min 12 s'],
  [3_600, '1 h 0 min'],
  [7_385, '2 h 3 min'],
])('%i seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});
