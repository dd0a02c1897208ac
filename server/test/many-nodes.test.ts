import { describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import * as chat from '@roost/contract/chat';
import * as posts from '@roost/contract/posts';
import * as users from '@roost/contract/users';
import { join, type Member } from './cast.ts';
import type { TestApp } from './app.ts';
import { startTwoNodes } from './nodes.ts';
import { Visitor } from './visitor.ts';
import { closed, liveTab } from './wire.ts';

/** The same person with the same session, at another node. */
function at(app: TestApp, member: Member): Visitor {
  const visitor = new Visitor(app.address);
  visitor.cookie = member.visitor.cookie;
  return visitor;
}

const online = (tab: Awaited<ReturnType<typeof liveTab>>) => tab.named('getOnlineUsers').at(-1);

describe('two nodes', () => {
  test('tell tabs of the one what happens at the other, live', async () => {
    const { one, two } = await startTwoNodes();
    const [ann, ben] = await Promise.all([join(one, 'ann'), join(two, 'ben')]);
    const tab = await liveTab(at(two, ann));
    const { _id } = await ann.post('Look');
    await at(one, ben).call(posts.toggleLike, { params: { postId: _id } });
    await expect
      // Sooner than it would be caught up with.
      .poll(() => tab.named('newNotification'), { timeout: 4_000 })
      .toMatchObject([{ type: 'like' }]);
  });

  test('show who is online at the other, and who leaves it', async () => {
    const { one, two } = await startTwoNodes({}, { presenceGrace: 300 });
    const [ann, ben] = await Promise.all([join(one, 'ann'), join(two, 'ben')]);
    await ann.follow(ben);
    const there = await liveTab(ben.visitor);
    await there.socket.emitWithAck('addUser', ben.id);
    const tab = await liveTab(ann.visitor);
    await expect.poll(() => online(tab), { timeout: 3_000 }).toEqual([ben.id]);
    await there.socket.emitWithAck('userOffline', ben.id);
    await expect.poll(() => online(tab), { timeout: 4_000 }).toEqual([]);
    await there.socket.emitWithAck('addUser', ben.id);
    await expect.poll(() => online(tab), { timeout: 3_000 }).toEqual([ben.id]);
    // A block at the other node parts them here.
    await at(two, ann).call(users.toggleBlock, {
      params: { userId: ben.id },
    });
    await expect.poll(() => online(tab), { timeout: 3_000 }).toEqual([]);
  });

  test('close the sockets of a session that ends at the other at once', async () => {
    const { one, two } = await startTwoNodes();
    const ann = await join(one, 'ann');
    const tab = await liveTab(at(two, ann));
    await ann.call(auth.logout, {});
    await closed(tab.socket);
  });

  test('carry typing across', async () => {
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
    const other = await liveTab(ann.visitor);
    await other.socket.emitWithAck('typing', {
      conversationId: data._id,
      receiverId: ben.id,
    });
    await expect.poll(() => tab.named('typing')).toHaveLength(1);
  });
});

test('what was not heard while nodes could not reach each other is caught up with', async () => {
  const { one, two, exchange } = await startTwoNodes();
  const [ann, ben] = await Promise.all([join(one, 'ann'), join(two, 'ben')]);
  const tab = await liveTab(at(two, ann));
  const { _id } = await ann.post('Look');
  exchange.isCut = true;
  await at(one, ben).call(posts.toggleLike, { params: { postId: _id } });
  await expect
    .poll(() => tab.named('newNotification'), { timeout: 12_000 })
    .toMatchObject([{ type: 'like' }]);
});
