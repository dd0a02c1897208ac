import { beforeAll, describe, expect, test } from 'vitest';
import { getIceServers } from '@roost/contract/calls';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import { endpoints } from '@roost/contract/endpoints';
import * as posts from '@roost/contract/posts';
import { listTrending, suggestHashtags } from '@roost/contract/search';
import { z } from 'zod';
import { startAppForFile } from './app.ts';
import { castOf, join, type Member } from './cast.ts';
import { open, send } from './chat.ts';
import { nameOf } from './requests.ts';

/**
 * Every call that tells of posts or people, as everyone: what somebody may not see is in none of them. A new one
 * fails here until it has its row below.
 */
const app = await startAppForFile();
let scene: Scene;

/** Who sees what is written in posts/visibility.test.ts; here each text has a word of its own to be looked for. */
interface Scene {
  viewers: Record<string, Member>;
  author: Member;
  bob: Member;
  /** The words of each post, and who may read them. */
  canaries: Record<string, { id: string; readers: string[] }>;
  conversationIds: string[];
}

/** The addresses a row asks for: all that could bring something to light. */
const rows: Record<string, (scene: Scene) => string[]> = {
  'GET /api/auth/me': () => ['/api/auth/me'],
  'GET /api/posts/feed': () => ['/api/posts/feed?limit=50'],
  'GET /api/posts/user-likes': () => ['/api/posts/user-likes?limit=50'],
  'GET /api/users/bookmarks': () => ['/api/users/bookmarks?limit=50'],
  'GET /api/posts/user/:userId': (all) =>
    peopleOf(all).map(({ id }) => `/api/posts/user/${id}?limit=50`),
  'GET /api/posts/user/:userId/comments': (all) =>
    peopleOf(all).map(({ id }) => `/api/posts/user/${id}/comments?limit=50`),
  'GET /api/posts/:postId': (all) => idsOf(all).map((id) => `/api/posts/${id}`),
  'GET /api/posts/:postId/comments': (all) =>
    idsOf(all).map((id) => `/api/posts/${id}/comments?limit=50`),
  'GET /api/posts/:postId/ancestors': (all) => idsOf(all).map((id) => `/api/posts/${id}/ancestors`),
  'GET /api/users/getuser/:username': (all) =>
    peopleOf(all).map(({ username }) => `/api/users/getuser/${username}`),
  'GET /api/users/blocked-users': () => ['/api/users/blocked-users'],
  'GET /api/follow/:userId/followers': (all) =>
    peopleOf(all).map(({ id }) => `/api/follow/${id}/followers?limit=50`),
  'GET /api/follow/:userId/following': (all) =>
    peopleOf(all).map(({ id }) => `/api/follow/${id}/following?limit=50`),
  'GET /api/users/suggested': () => ['/api/users/suggested?limit=50'],
  'GET /api/users/search': () => ['/api/users/search?limit=50&query=of%20Roost'],
  'GET /api/search/mentions': () => [
    '/api/search/mentions?query=',
    '/api/search/mentions?query=al',
  ],
  // The answers repeat the query, so it must hold no canary's whole word.
  'GET /api/posts/search': () =>
    ['canary', '%23canary', 'from:alice', 'from:bob'].map(
      (query) => `/api/posts/search?limit=50&query=${query}`,
    ),
  'GET /api/posts/hashtag/:tag': () => ['/api/posts/hashtag/canary?limit=50'],
  'GET /api/search/hashtags': () => ['/api/search/hashtags?query=canary'],
  'GET /api/notifications': () => ['/api/notifications?limit=50'],
  'GET /api/chat/conversations': () => ['/api/chat/conversations'],
  'GET /api/chat/conversations/:userId': (all) =>
    peopleOf(all).map(({ id }) => `/api/chat/conversations/${id}`),
  'GET /api/chat/conversations/:conversationId/messages': ({ conversationIds }) =>
    conversationIds.map((id) => `/api/chat/conversations/${id}/messages`),
};

beforeAll(async () => {
  scene = await setScene();
});

async function setScene(): Promise<Scene> {
  const { alice, bob, carol: follower, dan: stranger } = await castOf(app);
  const names = ['blockedByAlice', 'blocksAlice', 'blockedByBob'] as const;
  const [blockedByAlice, blocksAlice, blockedByBob] = (await Promise.all(
    names.map((name) => join(app, name)),
  )) as [Member, Member, Member];
  const viewers = {
    author: alice,
    bob,
    follower,
    stranger,
    blockedByAlice,
    blocksAlice,
    blockedByBob,
  };
  for (const member of [bob, follower, blockedByBob]) await member.follow(alice);
  const openPost = await alice.post('canaryopen #canary #canaryopen');
  const closed = await alice.post('canaryclosed #canary #canaryclosed', 'followers');
  const openComment = await bob.comment(openPost._id, 'canaryanswer');
  const closedComment = await bob.comment(closed._id, 'canarywhisper');
  const deep = await follower.comment(closedComment._id, 'canarydeep');
  await bob.call(posts.repost, { params: { postId: openPost._id } });
  // Whoever can at this point keeps all of it; some lose the sight of it below.
  const kept = [openPost, closed, openComment, closedComment, deep];
  for (const member of Object.values(viewers)) {
    for (const { _id } of kept) {
      for (const path of [`/api/posts/${_id}/like`, `/api/users/bookmarks/${_id}`])
        await member.visitor.fetch(path, { method: 'POST' });
    }
  }
  // What was said before a block stays readable, by the two.
  const conversationIds = [await talk(alice, bob), await talk(blockedByAlice, alice)];
  const [message, farewell] = [
    await send(alice, conversationIds[0]!, 'canarymessage'),
    await send(alice, conversationIds[1]!, 'canaryfarewell'),
  ];
  await alice.toggleBlock(blockedByAlice);
  await blocksAlice.toggleBlock(alice);
  await bob.toggleBlock(blockedByBob);
  const close = ['author', 'bob', 'follower'];
  return {
    viewers,
    author: alice,
    bob,
    conversationIds,
    canaries: {
      canaryopen: { id: openPost._id, readers: [...close, 'stranger', 'blockedByBob'] },
      canaryclosed: { id: closed._id, readers: [...close, 'blockedByBob'] },
      canaryanswer: { id: openComment._id, readers: [...close, 'stranger'] },
      canarywhisper: { id: closedComment._id, readers: close },
      canarydeep: { id: deep._id, readers: close },
      canarymessage: { id: message._id, readers: ['author', 'bob'] },
      canaryfarewell: { id: farewell._id, readers: ['author', 'blockedByAlice'] },
    },
  };
}

const talk = async (one: Member, other: Member) => (await open(one, other))._id;

const peopleOf = ({ viewers }: Scene) => Object.values(viewers);
const idsOf = ({ canaries }: Scene) => Object.values(canaries).map(({ id }) => id);

/**
 * Calls to be read whose answers hold posts or people, or tell that there are some. What trends is the same for all
 * (decision 16); a relay's username is the viewer's own.
 */
const telling = endpoints.filter(
  (endpoint) =>
    endpoint.method === 'GET' &&
    endpoint !== listTrending &&
    endpoint !== getIceServers &&
    /"(ownerid|username|count)":/.test(shapeOf(endpoint)),
);

function shapeOf({ response }: AnyEndpoint): string {
  return JSON.stringify(z.toJSONSchema(response, { unrepresentable: 'any' }));
}

test('every call that tells of posts or people has a row, and every row a call', () => {
  expect(Object.keys(rows).toSorted()).toEqual(telling.map(nameOf).toSorted());
});

describe.each(Object.entries(rows))('%s', (name, addresses) => {
  test('shows nobody what is hidden from them', async () => {
    const found = new Set<string>();
    let people = 0;
    for (const [viewer, member] of Object.entries(scene.viewers)) {
      for (const address of addresses(scene)) {
        const answer = await member.visitor.fetch(address);
        const text = await answer.text();
        // Whom one may not write to is no secret: their profile says so.
        const isTalk = address.startsWith('/api/chat/conversations/');
        expect(isTalk ? [200, 400, 403, 404] : [200, 404], address).toContain(answer.status);
        for (const [word, { readers }] of Object.entries(scene.canaries)) {
          if (!text.includes(word)) continue;
          expect(readers, `${word} in ${address}`).toContain(viewer);
          found.add(word);
        }
        for (const id of cardsIn(JSON.parse(text))) {
          people += 1;
          expect(hiddenFrom(viewer), `${viewer} in ${address}`).not.toContain(id);
        }
      }
    }
    // A call that shows nothing to anybody would hide everything, too.
    const endpoint = telling.find((each) => nameOf(each) === name);
    const showsTexts =
      endpoint === suggestHashtags ||
      (endpoint && /"(?:ownerid|deliveryStatus)":/.test(shapeOf(endpoint)));
    if (showsTexts) expect(found.size, 'texts seen').toBeGreaterThan(0);
    else if (endpoint && shapeOf(endpoint).includes('"isFollowingByCurrentUser":'))
      expect(people, 'people seen').toBeGreaterThan(0);
  });
});

/** Ids of those a block, in either direction, keeps from this viewer. */
function hiddenFrom(viewer: string): string[] {
  const { author, bob, viewers } = scene;
  const id = (name: string) => viewers[name]?.id ?? '';
  const pairs = [
    [author.id, id('blockedByAlice')],
    [author.id, id('blocksAlice')],
    [bob.id, id('blockedByBob')],
  ];
  return pairs.flatMap(([one = '', other = '']) =>
    one === id(viewer) ? other : other === id(viewer) ? one : [],
  );
}

/** Ids of everyone shown whole, with counts, wherever in an answer; names alone may stay (contract §3). */
function cardsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(cardsIn);
  return 'followersCount' in value && '_id' in value ? [String(value._id), ...inner] : inner;
}
