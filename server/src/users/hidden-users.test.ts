import { beforeAll, describe, expect, test } from 'vitest';
import * as chat from '@roost/contract/chat';
import * as notifications from '@roost/contract/notifications';
import * as reactions from '@roost/contract/reactions';
import * as reposts from '@roost/contract/reposts';
import { startAppForFile } from '../../test/support/app.ts';
import { castOf, type Member } from '../../test/support/cast.ts';
import { refusalOf } from '../../test/support/test-client.ts';
import { rankHashtags } from '../search/rank-hashtags.ts';

const NEVER = '01a00000-0000-7000-8000-000000000000';
const CANARY = 'heronsong';

const app = await startAppForFile();
const { alice: hidden, bob: follower, carol: stranger, dan } = await castOf(app);
const viewers = { follower, stranger };
const written: Record<string, string> = {};
let theirs: string;
let conversationId: string;

beforeAll(async () => {
  await follower.follow(hidden);
  await hidden.follow(follower);
  await hidden.follow(dan);
  const own = await follower.post('a post by the follower');
  theirs = own._id;
  written['public'] = (await hidden.post(`open #${CANARY} @bob`))._id;
  written['followers'] = (await hidden.post(`closed #${CANARY}`, 'followers'))._id;
  written['comment'] = (await hidden.comment(theirs, `a comment, ${CANARY}`))._id;
  written['repost'] = (
    await hidden.call(reposts.repost, { params: { postId: theirs } })
  ).data.repost._id;
  written['reply'] = (await stranger.comment(written['public'], 'a reply'))._id;
  await hidden.call(reactions.toggleLike, { params: { postId: theirs } });
  for (const viewer of [follower, stranger]) {
    await viewer.call(reactions.toggleLike, { params: { postId: written['public'] } });
    await viewer.call(reactions.toggleBookmark, { params: { postId: written['public'] } });
  }
  const opened = await follower.call(chat.openConversation, { params: { userId: hidden.id } });
  conversationId = opened.data._id;
  await hidden.call(chat.sendMessage, {
    params: { conversationId },
    body: { content: 'a message' },
  });
  await rankHashtags(app.ctx);
});

/** Runs while the person is hidden, until a time that is an hour away. */
async function whileHidden(work: () => Promise<void>, until = new Date(Date.now() + 3_600_000)) {
  const row = { user_id: hidden.id, reason: 'suspended', until } as const;
  await app.ctx.db.insertInto('hidden_users').values(row).execute();
  try {
    await work();
  } finally {
    await app.ctx.db.deleteFrom('hidden_users').execute();
  }
}

const textOf = async (member: Member, path: string) => (await member.client.fetch(path)).text();

const lists = [
  '/api/posts/feed?limit=50',
  '/api/posts/feed?limit=50&tab=following',
  `/api/posts/search?query=${CANARY}&limit=50`,
  '/api/posts/search?query=from:alice&limit=50',
  `/api/posts/hashtag/${CANARY}`,
  '/api/users/search?query=alice',
  '/api/search/mentions?query=ali',
  `/api/search/hashtags?query=${CANARY}`,
  '/api/users/suggested?limit=50',
  '/api/users/bookmarks?limit=50',
  '/api/posts/user-likes?limit=50',
  '/api/notifications?limit=50',
  `/api/follow/${follower.id}/followers`,
  `/api/follow/${follower.id}/following`,
  `/api/follow/${dan.id}/followers`,
];

describe.each(Object.entries(viewers))('for a %s, a hidden person', (_, viewer) => {
  test.each(lists)('is in none of %s', async (path) => {
    await whileHidden(async () => {
      const shown = await textOf(viewer, path);
      expect(shown).not.toContain(hidden.id);
      expect(shown.replaceAll(`"query":"${CANARY}"`, '')).not.toMatch(/heronsong|alice of Roost/);
    });
  });

  test.each([
    ['GET', (id: string) => `/api/users/getuser/${id}`],
    ['GET', (id: string) => `/api/posts/user/${id}`],
    ['GET', (id: string) => `/api/posts/user/${id}/comments`],
    ['GET', (id: string) => `/api/follow/${id}/followers`],
    ['POST', (id: string) => `/api/follow/${id}`],
    ['POST', (id: string) => `/api/users/toogleblock/${id}`],
  ] as const)('is unknown: %s %s', async (method, path) => {
    await whileHidden(async () => {
      const [asked, unknown] = await Promise.all(
        [hidden.id, NEVER].map(async (id) => {
          const response = await viewer.client.fetch(path(id), { method });
          return { status: response.status, body: await response.text() };
        }),
      );
      expect(asked).toEqual(unknown);
      expect(asked?.status).toBe(404);
    });
  });

  test('has no posts, and their replies are where a deleted post was', async () => {
    await whileHidden(async () => {
      for (const id of Object.values(written).slice(0, 4)) {
        const [asked, unknown] = await Promise.all(
          [id, NEVER].map(async (postId) => textOf(viewer, `/api/posts/${postId}`)),
        );
        expect(asked).toBe(unknown);
      }
      const thread = await textOf(viewer, `/api/posts/${theirs}/comments`);
      expect(thread).not.toContain(CANARY);
      expect(thread).not.toContain(hidden.id);
    });
  });
});

test('conversations stay readable, without the name', async () => {
  await whileHidden(async () => {
    const { data } = await follower.call(chat.listConversations, { query: {} });
    const [listed] = data;
    const other = listed?.participants.find(({ _id }) => _id === hidden.id);
    expect(other).toMatchObject({ username: 'unavailable', fullName: 'Unavailable account' });
    expect(listed).toMatchObject({ canMessage: false, canCall: false });
    const messages = await textOf(follower, `/api/chat/conversations/${conversationId}/messages`);
    expect(messages).toContain('a message');
    expect(messages).not.toContain('"alice"');
    const refusal = await refusalOf(
      follower.call(chat.sendMessage, {
        params: { conversationId },
        body: { content: 'hello' },
      }),
    );
    expect(refusal.status).toBe(403);
    expect(
      (await refusalOf(stranger.call(chat.openConversation, { params: { userId: hidden.id } })))
        .status,
    ).toBe(404);
  });
});

test('notifications do not count what a hidden person did', async () => {
  const count = async () => (await follower.call(notifications.countUnread, {})).data.unreadCount;
  const before = await count();
  await whileHidden(async () => {
    expect(await count()).toBe(before - 5);
    const { data } = await follower.call(notifications.listNotifications, { query: {} });
    expect(data.pagination.totalNotifications).toBe(data.notifications.length);
  });
  expect(await count()).toBe(before);
});

test('a person whose time is over is shown again', async () => {
  await whileHidden(
    async () => {
      expect(await textOf(stranger, '/api/users/getuser/alice')).toContain('alice of Roost');
      expect(await textOf(stranger, `/api/posts/${written['public']}`)).toContain(CANARY);
    },
    new Date(Date.now() - 1_000),
  );
});
