import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { v7 as newId } from 'uuid';
import { insertMessage } from '../../src/chat/messages/send-message.queries.ts';
import { moveDeliveryReceipt, moveReadReceipt } from '../../src/chat/receipts/receipt.queries.ts';
import { findUsers } from '../../src/users/user.queries.ts';
import { transaction } from '../../src/platform/database/transaction.ts';
import { startAppForFile } from '../support/app.ts';
import { castOf } from '../support/cast.ts';
import { open, send } from '../support/chat.ts';

/** Reads of several requests share a connection where a caller marks them (`Database.reads`). */
const app = await startAppForFile();
const { ctx } = app;
const { alice, bob } = await castOf(app);
await bob.follow(alice);
const post = await alice.post('Pelicans over the #bay');
const comment = await bob.comment(post._id, 'Seen');
const { _id: conversationId } = await open(alice, bob);
await send(alice, conversationId, 'Hello');
// On shards, the first page makes the timeline of a reader who follows somebody.
if (ctx.shards) await bob.client.fetch('/api/posts/feed');

/** Holds the lock of the conversation until the test ends. Returns a function that ends it earlier. */
async function lockConversation(): Promise<() => Promise<void>> {
  const [isLocked, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = transaction(ctx, async (tx) => {
    await sql`select from conversations where id = ${conversationId} for update`.execute(tx.db);
    isLocked.resolve();
    await isOver.promise;
  });
  await isLocked.promise;
  const free = async () => {
    isOver.resolve();
    await holding;
  };
  onTestFinished(free);
  return free;
}

const message = {
  conversationId,
  senderId: alice.id,
  receiverId: bob.id,
  content: 'Second',
  mediaIds: [],
  clientId: undefined,
  socketId: undefined,
};

test.each([
  { what: 'message', statement: async () => insertMessage(ctx, { ...message, id: newId() }) },
  { what: 'read receipt', statement: async () => moveReadReceipt(ctx, bob.id, conversationId, 1) },
  {
    what: 'delivery receipt',
    statement: async () => moveDeliveryReceipt(ctx, bob.id, conversationId, 2),
  },
])('a $what that waits for a locked conversation delays no other read', async ({ statement }) => {
  const free = await lockConversation();
  let isWaiting = true;
  // All in one turn of the event loop: the reads before and after the statement could share a connection with it.
  const read = async () => findUsers(ctx, [alice.id]);
  const reads = [read()];
  const waiting = statement().finally(() => (isWaiting = false));
  reads.push(read(), read());
  expect((await Promise.all(reads)).flat()).toHaveLength(3);
  expect(isWaiting).toBe(true);
  await free();
  expect(await waiting).not.toMatchObject({ verdict: 'not_found' });
});

describe.each([
  '/api/auth/me',
  '/api/auth/sessions',
  '/api/posts/feed',
  '/api/posts/feed/new?since=00000000-0000-7000-8000-000000000000',
  `/api/posts/${post._id}`,
  `/api/posts/${post._id}/comments`,
  `/api/posts/${post._id}/likes`,
  `/api/posts/${post._id}/reposts`,
  `/api/posts/${comment._id}/ancestors`,
  `/api/posts/user/${alice.id}`,
  `/api/posts/user/${bob.id}/comments`,
  '/api/posts/user-likes',
  '/api/users/bookmarks',
  '/api/users/getuser/alice',
  '/api/users/blocked-users',
  `/api/follow/${alice.id}/followers`,
  `/api/follow/${bob.id}/following`,
  '/api/users/suggested',
  '/api/users/search?query=al',
  '/api/users/me/notification-preferences',
  '/api/search/mentions?query=al',
  '/api/search/hashtags?query=ba',
  '/api/posts/search?query=pelicans',
  '/api/posts/hashtag/bay',
  '/api/posts/trending-hashtags',
  '/api/notifications',
  '/api/notifications?grouped=1',
  '/api/notifications/unread-count',
  '/api/chat/conversations',
  '/api/chat/unread-count',
  `/api/chat/conversations/${conversationId}/messages`,
])('GET %s', (path) => {
  test('shares a connection for each of its reads', async () => {
    app.statements.length = 0;
    app.sharedReads.length = 0;
    const answer = await bob.client.fetch(path);
    expect(answer.status).toBe(200);
    expect(app.sharedReads.length).toBeGreaterThan(0);
    const own = app.statements.filter((text) => !app.sharedReads.includes(text));
    // A first page of the feed also stores its snapshot.
    expect(own.filter((text) => !text.includes('insert into feed_snapshots'))).toEqual([]);
  });
});
