import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as chat from '@roost/contract/chat';
import { startTestApp, type TestApp } from '../../test/app.ts';
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
} from '../../test/calls.ts';
import type { Member } from '../../test/cast.ts';
import { emit, history, listed, open, openTab, received, send } from '../../test/chat.ts';
import { findDrift } from '../../test/recount.ts';
import { refusalOf } from '../../test/visitor.ts';
import { duration } from '../chat/messages/add-call-line.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ CALL_RING_SECONDS: '2' }, { callGrace: 200 });
});
afterAll(async () => {
  expect(await findDrift(app.ctx)).toEqual([]);
  await app.close();
});

type Line = [content: string, call: chat.CallLine, unread: number];

const pair = async () => (await friends(app, 2)) as [Member, Member];

/** What both find in their chat, and how much of it is unread for the callee. */
async function expectLine(caller: Member, callee: Member, [content, call, unread]: Line) {
  const { _id: id } = await open(caller, callee);
  const lines = await history(callee, id);
  expect(lines).toMatchObject([
    { kind: 'call', content, call, senderId: { _id: caller.id }, media: [], isRead: false },
  ]);
  expect(await history(caller, id)).toEqual(lines);
  expect((await listed(callee, id))?.currentUserUnreadCount).toBe(unread);
  expect((await listed(caller, id))?.currentUserUnreadCount).toBe(0);
  expect((await listed(callee, id))?.lastMessage).toMatchObject({ kind: 'call', content });
  return id;
}

const missed = (media: 'audio' | 'video'): Line => [
  media === 'audio' ? 'Missed voice call' : 'Missed video call',
  { media, outcome: 'missed', seconds: null },
  1,
];

describe('the line a call leaves in the chat, which is made for it', () => {
  test('tells how long they talked, and is not unread', async () => {
    const { alice, bob, one, signal } = await callOf(app);
    await app.ctx.db
      .updateTable('calls')
      .set({ answered_at: new Date(Date.now() - 192_000) })
      .where('id', '=', signal)
      .execute();
    await hangUp(one, bob);
    const call = { media: 'video', outcome: 'answered', seconds: 192 } as const;
    await expectLine(alice, bob, ['Video call, 3 min 12 s', call, 0]);
  });

  test('says that it was declined, and is not unread', async () => {
    const [alice, bob] = await pair();
    const [one, two] = [await callTab(alice), await callTab(bob)];
    await ring(one, bob, 'audio');
    await hears(two, 'incomingCall');
    await reject(two, alice);
    const call = { media: 'audio', outcome: 'declined', seconds: null } as const;
    await expectLine(alice, bob, ['Declined voice call', call, 0]);
  });

  test('can be read where no more can be written', async () => {
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

  test('says that it was missed: cancelled, unanswered, away, or in another call', async () => {
    const [alice, bob] = await pair();
    const [one] = [await callTab(alice), await callTab(bob)];
    await ring(one, bob, 'audio');
    await hangUp(one, bob);
    await expectLine(alice, bob, missed('audio'));

    const [carol, dan] = await pair();
    const three = await callTab(carol);
    await callTab(dan);
    await ring(three, dan);
    await hears(three, 'error', 'callRejected');
    await expectLine(carol, dan, missed('video'));

    const [erin, fred] = await pair();
    await ring(await callTab(erin), fred);
    await expectLine(erin, fred, missed('video'));

    const [gina, hugo, ivan] = (await friends(app, 3)) as [Member, Member, Member];
    const [four, five] = [await callTab(gina), await callTab(hugo)];
    const { signal } = await ring(four, hugo);
    await answer(five, String(signal));
    await ring(await callTab(ivan), hugo, 'audio');
    await expectLine(ivan, hugo, missed('audio'));
    await hangUp(four, hugo);
  });

  test('is told to every tab of both, with what is unread', async () => {
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

  test('is read like any other; one that was no news never counts', async () => {
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

  test('can’t be deleted, nor be sent by a client', async () => {
    const [alice, bob] = await pair();
    const one = await callTab(alice);
    await ring(one, bob);
    const id = (await open(alice, bob))._id;
    const [line] = await history(alice, id);
    expect(
      await emit(one.socket, 'deleteMessage', { conversationId: id, messageId: line?._id }),
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

  test('lets nobody write or call who could not before', async () => {
    const [alice, bob] = await pair();
    const one = await callTab(alice);
    await ring(one, bob);
    // A line is not a message of the caller's: the callee has not been written to.
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
])('%i seconds are %s', (seconds, words) => {
  expect(duration(seconds)).toBe(words);
});
