import { beforeAll, describe, expect, test } from 'vitest';
import * as chat from '@roost/contract/chat';
import * as users from '@roost/contract/users';
import { startAppForFile } from '../../../test/support/app.ts';
import { join, type Member } from '../../../test/support/cast.ts';
import { emitMessage, open, openTab, send, setPreference } from '../../../test/support/chat.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const REFUSAL = "This user doesn't accept messages from you.";
const preferences = ['everyone', 'followers', 'following', 'mutualFollowers', 'no one'] as const;

/** For each relationship: the preferences of the receiver under which the sender may write, and call. */
const rules = {
  stranger: { writes: ['everyone'], calls: [] },
  follower: { writes: ['everyone', 'followers'], calls: [] },
  followed: { writes: ['everyone', 'following'], calls: ['everyone', 'following'] },
  mutual: {
    writes: ['everyone', 'followers', 'following', 'mutualFollowers'],
    calls: ['everyone', 'followers', 'following', 'mutualFollowers'],
  },
  answerer: { writes: preferences, calls: preferences },
  blocker: { writes: [], calls: [] },
  blocked: { writes: [], calls: [] },
  blockedAnswerer: { writes: [], calls: [] },
} as const satisfies Record<string, { writes: readonly string[]; calls: readonly string[] }>;
type Kind = keyof typeof rules;
const kinds = Object.keys(rules) as Kind[];
const withHistory = new Set<Kind>(['answerer', 'blockedAnswerer']);

const app = await startAppForFile();
const receiver = await join(app, 'receiver');
const senders = new Map<Kind, { member: Member; conversationId: string }>();

beforeAll(async () => {
  for (const kind of kinds) {
    const member = await join(app, kind);
    const { _id } = await open(member, receiver);
    senders.set(kind, { member, conversationId: _id });
    if (withHistory.has(kind)) await send(receiver, _id, 'Hello');
    if (kind === 'follower' || kind === 'mutual') await member.follow(receiver);
    if (kind === 'followed' || kind === 'mutual') await receiver.follow(member);
    if (kind === 'blocker') await member.toggleBlock(receiver);
    if (kind === 'blocked' || kind === 'blockedAnswerer') await receiver.toggleBlock(member);
  }
});

const cases = preferences.flatMap((preference) => kinds.map((kind) => [preference, kind] as const));
const may = (kind: Kind, what: 'writes' | 'calls', preference: string) =>
  (rules[kind][what] as readonly string[]).includes(preference);
const senderOf = (kind: Kind) => senders.get(kind)!;

describe('before the first message', () => {
  test.each(cases)('preference %s, %s: the conversation agrees', async (preference, kind) => {
    const { member } = senderOf(kind);
    await setPreference(app.ctx, receiver, preference);
    const asked = member.call(chat.openConversation, { params: { userId: receiver.id } });
    if (may(kind, 'writes', preference) || withHistory.has(kind)) {
      const { data } = await asked;
      expect(data.canMessage).toBe(may(kind, 'writes', preference));
      expect(data.canCall).toBe(may(kind, 'calls', preference));
    } else {
      const { status, body } = await refusalOf(asked);
      expect([status, body.message]).toEqual([403, REFUSAL]);
    }
  });

  test.each(cases)('preference %s, %s: the profile agrees', async (preference, kind) => {
    const { member } = senderOf(kind);
    await setPreference(app.ctx, receiver, preference);
    const { data } = await member.call(users.getUser, { params: { username: 'receiver' } });
    // Across a block the profile contains only the name.
    if (!('createdAt' in data.user)) return expect(rules[kind].writes).toEqual([]);
    expect(data.user.canMessage).toBe(may(kind, 'writes', preference));
    expect(data.user.canCall).toBe(may(kind, 'calls', preference));
  });
});

describe('HTTP and sockets apply the same rule', () => {
  test.each(cases)('preference %s, %s', async (preference, kind) => {
    const { member, conversationId } = senderOf(kind);
    const tab = await openTab(member);
    await setPreference(app.ctx, receiver, preference);
    const isFine = may(kind, 'writes', preference);
    const before = await count(conversationId);
    const request = member.client.fetch(`/api/chat/conversations/${conversationId}/messages`, {
      method: 'POST',
      body: JSON.stringify({ content: 'by HTTP' }),
      headers: { 'Content-Type': 'application/json' },
    });
    const response = await request;
    const answer = await emitMessage(tab.socket, receiver, conversationId, 'by socket');
    expect(response.status).toBe(isFine ? 201 : 403);
    expect(answer.ok).toBe(isFine);
    if (!isFine) {
      expect(await response.json()).toMatchObject({ code: 'forbidden', message: REFUSAL });
      expect(answer).toMatchObject({ code: 'forbidden', message: REFUSAL });
    }
    expect(await count(conversationId)).toBe(before + (isFine ? 2 : 0));
  });
});

test('the receiver of a message may always answer', async () => {
  await setPreference(app.ctx, receiver, 'everyone');
  const writer = await join(app, 'writer');
  await setPreference(app.ctx, writer, 'no one');
  const { _id } = await open(writer, receiver);
  const early = await refusalOf(send(receiver, _id, 'Not yet'));
  expect(early.body.message).toBe(REFUSAL);
  await send(writer, _id, 'Hello');
  await send(receiver, _id, 'Now');
  await setPreference(app.ctx, receiver, 'no one');
  await send(writer, _id, 'Answering');
  // The right to answer remains.
  expect((await open(receiver, writer)).canMessage).toBe(true);
});

test('a block stops messages until it is lifted, and the history stays readable', async () => {
  await setPreference(app.ctx, receiver, 'everyone');
  const writer = await join(app, 'interrupted');
  const { _id } = await open(writer, receiver);
  await send(writer, _id, 'Before');
  await receiver.toggleBlock(writer);
  for (const person of [writer, receiver]) {
    expect((await refusalOf(send(person, _id, 'During'))).body.message).toBe(REFUSAL);
    const { data } = await person.call(chat.listMessages, { params: { conversationId: _id } });
    expect(data.map(({ content }) => content)).toEqual(['Before']);
    const other = person === writer ? receiver : writer;
    expect(await open(person, other)).toMatchObject({ canMessage: false, canCall: false });
  }
  await receiver.toggleBlock(writer);
  await send(receiver, _id, 'After');
});

test('no message is stored after a concurrent block', async () => {
  await setPreference(app.ctx, receiver, 'everyone');
  const writer = await join(app, 'racer');
  const { _id } = await open(writer, receiver);
  await send(writer, _id, 'First');
  for (let round = 0; round < 5; round += 1) {
    const sends = Array.from({ length: 12 }, async (_, n) => send(writer, _id, `${round} ${n}`));
    const settled = Promise.allSettled(sends);
    await receiver.toggleBlock(writer);
    const atBlock = await count(_id);
    await settled;
    expect(await count(_id)).toBe(atBlock);
    await receiver.toggleBlock(writer);
  }
});

async function count(conversationId: string): Promise<number> {
  const rows = await app.ctx.db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .execute();
  return rows.length;
}
