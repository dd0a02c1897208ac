import { beforeAll, describe, expect, test } from 'vitest';
import * as chat from '@roost/contract/chat';
import * as feed from '@roost/contract/feed';
import * as posts from '@roost/contract/posts';
import * as search from '@roost/contract/search';
import * as users from '@roost/contract/users';
import { startAppForFile } from '../../../test/support/app.ts';
import { join, type Member } from '../../../test/support/cast.ts';
import { open, send } from '../../../test/support/chat.ts';
import { caseOf, decide, report } from '../../../test/support/moderation.ts';
import { joinStaff } from '../../../test/support/staff.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { rankHashtags } from '../../search/rank-hashtags.ts';

const app = await startAppForFile();
const [limited, follower, stranger, friend, other] = (await Promise.all(
  ['limited', 'follower', 'stranger', 'friend', 'other'].map(async (name) => join(app, name)),
)) as [Member, Member, Member, Member, Member];
const moe = await joinStaff(app, 'moe');
let post: posts.Post;
let caseId: string;

beforeAll(async () => {
  await follower.follow(limited);
  // The feed of each has been read before the limit.
  post = await limited.post('canary #canarytag');
  for (const member of [follower, stranger]) await member.call(feed.getFeed, { query: {} });
  const talk = await open(limited, friend);
  await send(limited, talk._id, 'known before');
  await report(other, 'user', limited.id);
  caseId = (await caseOf(moe, limited.id))._id;
  await decide(moe, caseId, { action: 'limit' });
});

/** Reads each list that nobody chose. Returns the ids of the authors. */
const lists: Record<string, (member: Member) => Promise<string[]>> = {
  'search of posts': async (member) =>
    (await member.call(search.searchPosts, { query: { query: 'canary' } })).data.posts.map(
      ({ ownerid }) => ownerid._id,
    ),
  'posts of a hashtag': async (member) =>
    (
      await member.call(search.listHashtag, { params: { tag: 'canarytag' }, query: {} })
    ).data.posts.map(({ ownerid }) => ownerid._id),
  'suggested hashtags': async (member) =>
    (await member.call(search.suggestHashtags, { query: { query: 'canaryt' } })).data.length > 0
      ? [limited.id]
      : [],
  'search of people': async (member) =>
    (await member.call(search.searchUsers, { query: { query: 'limited' } })).data.users.map(
      ({ _id }) => _id,
    ),
  'For you': async (member) =>
    (await member.call(feed.getFeed, { query: {} })).data.posts.map(({ ownerid }) => ownerid._id),
};

describe.each(Object.entries(lists))('%s', (_, list) => {
  test('leaves a limited person out for strangers, and not for followers', async () => {
    expect(await list(stranger)).not.toContain(limited.id);
    expect(await list(follower)).toContain(limited.id);
    expect(await list(limited)).toContain(limited.id);
  });
});

test('trends and suggestions leave a limited person out for all', async () => {
  await rankHashtags(app.ctx);
  const trends = await follower.call(search.listTrending, {});
  expect(JSON.stringify(trends)).not.toContain('canarytag');
  const suggested = await stranger.call(users.listSuggested, { query: { limit: 50 } });
  expect(JSON.stringify(suggested)).not.toContain(limited.id);
});

test('the page, the post, and its thread still show', async () => {
  await stranger.call(users.getUser, { params: { username: 'limited' } });
  const answer = await limited.comment(post._id, 'below it');
  const params = { postId: post._id };
  await stranger.call(posts.getPost, { params });
  const thread = await stranger.call(posts.listComments, { params, query: {} });
  expect(thread.data.comments.map(({ _id }) => _id)).toEqual([answer._id]);
  const own = await stranger.call(posts.listUserPosts, {
    params: { userId: limited.id },
    query: {},
  });
  expect(own.data.posts.map(({ _id }) => _id)).toEqual([post._id]);
});

test('strangers get no notification, and followers do', async () => {
  const unread = async (member: Member) =>
    (
      (await (await member.client.fetch('/api/notifications/unread-count')).json()) as {
        data: { unreadCount: number };
      }
    ).data.unreadCount;
  await limited.post('@stranger @follower hello');
  await limited.follow(stranger);
  const ofStranger = await stranger.post('liked by a limited person');
  await limited.client.fetch(`/api/posts/${ofStranger._id}/like`, { method: 'POST' });
  expect(await unread(stranger)).toBe(0);
  expect(await unread(follower)).toBe(1);
});

describe('messages', () => {
  test('no first message reaches a stranger', async () => {
    const talk = await open(limited, stranger);
    const refusal = await refusalOf(
      limited.call(chat.sendMessage, {
        params: { conversationId: talk._id },
        body: { content: 'hello stranger' },
      }),
    );
    expect(refusal.status).toBe(403);
  });

  test('followers, known people, and people who wrote first get them', async () => {
    for (const member of [follower, friend])
      await send(limited, (await open(limited, member))._id, 'hi');
    const talk = await open(other, limited);
    await send(other, talk._id, 'are you there?');
    await send(limited, talk._id, 'yes');
  });
});

test('the end of the limit brings everything back at once', async () => {
  await decide(moe, caseId, { action: 'dismiss' });
  for (const [name, list] of Object.entries(lists))
    if (name !== 'For you') expect(await list(stranger), name).toContain(limited.id);
});
