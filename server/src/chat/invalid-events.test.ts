import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startAppForFile } from '../../test/support/app.ts';
import { crowdOf, type Member } from '../../test/support/cast.ts';
import { emit, emitMessage, open, openTab, send, type Tab } from '../../test/support/chat.ts';
import { NOBODY } from '../../test/support/requests.ts';

const app = await startAppForFile();
const [alice, bob, carol] = (await crowdOf(app, 3)) as [Member, Member, Member];
let good: Record<string, Record<string, unknown>>;

beforeAll(async () => {
  const { _id: conversationId } = await open(alice, bob);
  const { _id: messageId } = await send(alice, conversationId, 'There');
  await send(bob, conversationId, 'Unread');
  const to = { conversationId, receiverId: bob.id };
  good = {
    sendMessage: { ...to, message: { content: 'x', media: [] }, clientId: 'c', senderId: alice.id },
    deleteMessage: { conversationId, messageId },
    typing: { ...to, senderId: alice.id },
    stopTyping: { ...to, senderId: alice.id },
    markMessagesAsRead: { conversationId, userId: alice.id, upTo: 2 },
    markMessagesAsDelivered: { conversationId, upTo: 2 },
  };
});

const events = [
  'sendMessage',
  'deleteMessage',
  'typing',
  'stopTyping',
  'markMessagesAsRead',
  'markMessagesAsDelivered',
] as const;

/** Values that are invalid for every field of these events. */
const invalid: unknown[] = [
  null,
  0,
  -1,
  1.5,
  1e308,
  true,
  '',
  'x',
  'a\0b',
  '\ud800',
  'x'.repeat(30_000),
  [],
  ['a', 'b'],
  { $ne: null },
  { toString: 1 },
  `${NOBODY}x`,
];

async function everything() {
  return Promise.all(
    (['conversations', 'messages', 'conversation_members', 'event_log_entries'] as const).map(
      async (table) =>
        app.ctx.db
          .selectFrom(table)
          .selectAll()
          .orderBy(sql`1`)
          .orderBy(sql`2`)
          .execute(),
    ),
  );
}

const shorten = (value: unknown) => JSON.stringify(value).slice(0, 40);

/** Expects a refusal. Callers open a new tab for each field, because 100 refusals close a socket. */
async function refused(tab: Tab, name: string, payload: unknown, what: string): Promise<void> {
  expect(await emit(tab.socket, name, payload), what).toMatchObject({
    ok: false,
    code: expect.stringMatching(/^(?:bad_input|forbidden|not_found|self_action)$/),
    message: expect.any(String),
  });
}

test.each(events)(
  '%s with an invalid value in any field is refused without effect',
  async (name) => {
    const before = await everything();
    const bystander = await openTab(bob);
    for (const key of Object.keys(good[name]!)) {
      const tab = await openTab(alice);
      for (const value of invalid) {
        // A clientId can be nearly any text.
        if (key === 'clientId' && (value === 'x' || value === `${NOBODY}x`)) continue;
        // Zero is a valid number that changes nothing.
        if (key === 'upTo' && value === 0) continue;
        await refused(tab, name, { ...good[name], [key]: value }, `${key} = ${shorten(value)}`);
      }
      if (key !== 'clientId' && key !== 'senderId' && key !== 'userId' && key !== 'upTo') {
        const { [key]: _, ...rest } = good[name]!;
        await refused(tab, name, rest, `without ${key}`);
      }
      tab.socket.disconnect();
    }
    const tab = await openTab(alice);
    for (const payload of invalid) await refused(tab, name, payload, shorten(payload));
    for (const key of ['conversationId', 'receiverId', 'messageId'])
      if (key in good[name]!) await refused(tab, name, { ...good[name], [key]: NOBODY }, key);
    for (const key of ['senderId', 'userId'])
      if (key in good[name]!)
        await refused(tab, name, { ...good[name], [key]: carol.id }, `as another by ${key}`);
    expect(await everything()).toEqual(before);
    expect(bystander.socket.connected).toBe(true);
    expect(bystander.heard.filter(({ name: each }) => each !== 'getOnlineUsers')).toHaveLength(1);
  },
);

test('the server ignores additional fields of a message', async () => {
  const tab = await openTab(alice);
  const conversationId = String(good['sendMessage']!['conversationId']);
  const answer = await emitMessage(tab.socket, bob, conversationId, 'Mine', {
    _id: NOBODY,
    number: 77,
    kind: 'call',
    isRead: true,
    from: { _id: bob.id, username: 'bob' },
    message: { content: 'Mine', media: [], senderId: bob.id, kind: 'call', createdAt: '2020' },
  });
  expect(answer).toMatchObject({
    ok: true,
    message: { number: 3, kind: 'message', isRead: false, senderId: { _id: alice.id } },
  });
});
