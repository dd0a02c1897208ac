import * as relations from '@roost/contract/relations';
import * as reactions from '@roost/contract/reactions';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import * as chat from '@roost/contract/chat';
import { join, type Member } from '../support/cast.ts';
import type { TestApp } from '../support/app.ts';
import { startTwoNodes } from '../support/nodes.ts';
import { TestClient } from '../support/test-client.ts';
import { closed, liveTab } from '../support/wire.ts';

/** A client with the same session on another node. */
function at(app: TestApp, member: Member): TestClient {
  const client = new TestClient(app.address);
  client.cookie = member.client.cookie;
  return client;
}

const online = (tab: Awaited<ReturnType<typeof liveTab>>) => tab.named('getOnlineUsers').at(-1);

describe('two nodes', () => {
  test('tabs on one node hear live events of the other', async () => {
    const { one, two } = await startTwoNodes();
    const [ann, ben] = await Promise.all([join(one, 'ann'), join(two, 'ben')]);
    const tab = await liveTab(at(two, ann));
    const { _id } = await ann.post('Look');
    await at(one, ben).call(reactions.toggleLike, { params: { postId: _id } });
    await expect
      // Earlier than the node would catch up by itself.
      .poll(() => tab.named('newNotification'), { timeout: 4_000 })
      .toMatchObject([{ type: 'like' }]);
  });

  test('presence covers people on the other node', async () => {
    const { one, two } = await startTwoNodes({}, { presenceGrace: 300 });
    const [ann, ben] = await Promise.all([join(one, 'ann'), join(two, 'ben')]);
    await ann.follow(ben);
    const there = await liveTab(ben.client);
    await there.socket.emitWithAck('addUser', ben.id);
    const tab = await liveTab(ann.client);
    await expect.poll(() => online(tab), { timeout: 3_000 }).toEqual([ben.id]);
    await there.socket.emitWithAck('userOffline', ben.id);
    await expect.poll(() => online(tab), { timeout: 4_000 }).toEqual([]);
    await there.socket.emitWithAck('addUser', ben.id);
    await expect.poll(() => online(tab), { timeout: 3_000 }).toEqual([ben.id]);
    // A block on the other node also takes effect here.
    await at(two, ann).call(relations.toggleBlock, {
      params: { userId: ben.id },
    });
    await expect.poll(() => online(tab), { timeout: 3_000 }).toEqual([]);
  });

  test('the end of a session on one node closes its sockets on the other', async () => {
    const { one, two } = await startTwoNodes();
    const ann = await join(one, 'ann');
    const tab = await liveTab(at(two, ann));
    await ann.call(auth.logout, {});
    await closed(tab.socket);
  });

  test('typing reaches the other node', async () => {
    const { one, two } = await startTwoNodes();
    const [ann, ben] = await Promise.all([join(one, 'ann'), join(one, 'ben')]);
    const { data } = await ann.call(chat.openConversation, {
      params: { userId: ben.id },
    });
    await ann.call(chat.sendMessage, {
      params: { conversationId: data._id },
      body: { content: 'Hello' },
    });
    const tab = await liveTab(at(two, ben));
    const other = await liveTab(ann.client);
    await other.socket.emitWithAck('typing', {
      conversationId: data._id,
      receiverId: ben.id,
    });
    await expect.poll(() => tab.named('typing')).toHaveLength(1);
  });
});

test('nodes catch up on events after a lost connection between them', async () => {
  const { one, two, exchange } = await startTwoNodes();
  const [ann, ben] = await Promise.all([join(one, 'ann'), join(two, 'ben')]);
  const tab = await liveTab(at(two, ann));
  const { _id } = await ann.post('Look');
  exchange.isCut = true;
  await at(one, ben).call(reactions.toggleLike, { params: { postId: _id } });
  await expect
    .poll(() => tab.named('newNotification'), { timeout: 12_000 })
    .toMatchObject([{ type: 'like' }]);
});

describe('a session that ends at one node', () => {
  const isSignedIn = async (client: TestClient) =>
    (await client.fetch('/api/auth/me')).status === 200;
  const meet = async () => {
    const { one, two, exchange } = await startTwoNodes();
    const ann = await join(one, 'ann');
    const there = at(two, ann);
    await expect.poll(() => two.ctx.sessions.isCurrent()).toBe(true);
    const tab = await liveTab(there);
    // The other node has cached the session for half a minute.
    for (let n = 0; n < 2; n += 1) expect(await isSignedIn(there)).toBe(true);
    return { two, exchange, ann, there, tab };
  };

  test('it also ends on a node that the other cannot reach', async () => {
    const { exchange, ann, there, tab } = await meet();
    exchange.isCut = true;
    const isClosed = closed(tab.socket);
    await ann.call(auth.logout, {});
    await expect.poll(async () => isSignedIn(there), { timeout: 3_000 }).toBe(false);
    await isClosed;
  });

  test('it also ends there without a notification from the database', async () => {
    const { two, exchange, ann, there, tab } = await meet();
    exchange.isCut = true;
    const isClosed = closed(tab.socket);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'roost sessions' and datname = current_database()`.execute(
      two.ctx.db,
    );
    await ann.call(auth.logout, {});
    await expect.poll(async () => isSignedIn(there), { timeout: 3_000 }).toBe(false);
    await isClosed;
  });
});
