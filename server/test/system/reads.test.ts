// Long because one scene serves every endpoint.
import { beforeAll, describe, expect, test } from 'vitest';
import { getIceServers } from '@roost/contract/calls';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import { endpoints } from '@roost/contract/endpoints';
import { createList } from '@roost/contract/lists';
import { pinPost } from '@roost/contract/posts';
import * as reposts from '@roost/contract/reposts';
import { muteUser } from '@roost/contract/relations';
import { listTrending, suggestHashtags } from '@roost/contract/search';
import { updatePrivacy } from '@roost/contract/users';
import { z } from 'zod';
import { startAppForFile } from '../support/app.ts';
import { castOf, join, type Member } from '../support/cast.ts';
import { open, send } from '../support/chat.ts';
import { fileOf, noise, postWith } from '../support/media.ts';
import { caseOf, decide, report } from '../support/moderation.ts';
import { readAddresses } from '../support/read-addresses.ts';
import { nameOf } from '../support/requests.ts';
import { joinStaff } from '../support/staff.ts';

/**
 * Calls every endpoint that can return posts or people, as each person. No answer may contain hidden content. A new endpoint
 * fails here until it has a row in `read-addresses.ts`.
 */
const app = await startAppForFile();
let scene: Scene;

/** Each text contains a unique word, for which the tests search the answers. `posts/visibility.test.ts` tests the rule itself. */
interface Scene {
  viewers: Record<string, Member>;
  author: Member;
  bob: Member;
  /** People who are hidden for a reason. Their names are unique words, too. */
  ghosts: Member[];
  /** A limited person, whom only the follower follows. */
  limited: Member;
  /** The unique word of each post, and the people who may read it. */
  canaries: Record<string, { id: string; readers: string[] }>;
  conversationIds: string[];
  /** Each viewer has a list with everybody. */
  listIds: string[];
}

beforeAll(async () => {
  scene = await setScene();
});

async function setScene(): Promise<Scene> {
  const { alice, bob, carol: follower, dan: stranger } = await castOf(app);
  const names = ['blockedByAlice', 'blocksAlice', 'blockedByBob', 'requested'] as const;
  const [blockedByAlice, blocksAlice, blockedByBob, requested] = (await Promise.all(
    names.map((name) => join(app, name)),
  )) as [Member, Member, Member, Member];
  const viewers = {
    author: alice,
    bob,
    follower,
    stranger,
    blockedByAlice,
    blocksAlice,
    blockedByBob,
    requested,
  };
  for (const member of [bob, follower, blockedByBob]) await member.follow(alice);
  const ghosts = [await join(app, 'suspended'), await join(app, 'closing')];
  const limited = await join(app, 'hermit');
  await rename(ghosts, 'canaryghost');
  await rename([limited], 'canaryhermit');
  for (const ghost of ghosts) {
    await ghost.follow(bob);
    for (const member of [bob, follower, stranger]) await member.follow(ghost);
  }
  await follower.follow(limited);
  // Requests to follow, which nobody answers, give no access.
  for (const member of [alice, bob])
    await member.call(updatePrivacy, { body: { followApproval: true } });
  for (const member of [requested, blockedByAlice, blocksAlice, ...ghosts])
    await member.follow(alice);
  await requested.follow(bob);
  for (const member of [blockedByAlice, blocksAlice])
    for (const other of [alice, bob])
      await member.call(muteUser, { params: { userId: other.id }, body: {} });
  for (const member of [blockedByAlice, blocksAlice]) await report(member, 'user', alice.id);
  const openPost = await alice.post('canaryopen #canary #canaryopen');
  const closed = await alice.post('canaryclosed #canary #canaryclosed', 'followers');
  const openComment = await bob.comment(openPost._id, 'canaryanswer');
  const closedComment = await bob.comment(closed._id, 'canarywhisper');
  const deep = await follower.comment(closedComment._id, 'canarydeep');
  await bob.call(reposts.repost, { params: { postId: openPost._id } });
  const exiled = await ghosts[0]!.post('canaryexile #canary #canaryexile @bob');
  const leaving = await ghosts[1]!.post('canaryleaving #canary', 'followers');
  const exiledComment = await ghosts[0]!.comment(openPost._id, 'canarybanter');
  const ofHermit = await limited.post('canarycave #canary #canarycave');
  const hidden = await alice.post('canaryveil #canary #canaryveil');
  const hiddenComment = await bob.comment(openPost._id, 'canarymuffle');
  const removed = await alice.post('canarygone #canary');
  const picture = await fileOf('a.png', noise(20, 20).png());
  const openPicture = await postWith(alice, { content: 'canaryphoto' }, [picture]);
  const closedPicture = await postWith(
    alice,
    { content: 'canaryportrait', visibility: 'followers' },
    [picture],
  );
  await alice.call(pinPost, { params: { postId: closed._id } });
  // Everybody likes and bookmarks all posts that they can see now. Below, some people lose access to them.
  const kept = [openPost, closed, openComment, closedComment, deep, exiled, leaving];
  kept.push(exiledComment, ofHermit, hidden, hiddenComment, removed);
  for (const member of [...Object.values(viewers), ...ghosts]) {
    for (const { _id } of kept) {
      for (const path of [`/api/posts/${_id}/like`, `/api/users/bookmarks/${_id}`])
        await member.client.fetch(path, { method: 'POST' });
    }
  }
  // Messages from before a block stay readable for both people.
  const conversationIds = [
    await conversationBetween(alice, bob),
    await conversationBetween(blockedByAlice, alice),
    await conversationBetween(ghosts[0]!, bob),
  ];
  const [message, farewell, letter] = [
    await send(alice, conversationIds[0]!, 'canarymessage'),
    await send(alice, conversationIds[1]!, 'canaryfarewell'),
    await send(ghosts[0]!, conversationIds[2]!, 'canaryletter'),
  ];
  await moderate({ hide: [hidden, hiddenComment], remove: [removed], limit: [ofHermit] }, stranger);
  for (const [n, reason] of (['suspended', 'closing'] as const).entries())
    await app.ctx.db
      .insertInto('hidden_users')
      .values({ user_id: ghosts[n]!.id, reason })
      .execute();
  const listIds = await listEverybody(Object.values(viewers), [...ghosts, limited]);
  await alice.toggleBlock(blockedByAlice);
  await blocksAlice.toggleBlock(alice);
  await bob.toggleBlock(blockedByBob);
  const close = ['author', 'bob', 'follower'];
  return {
    viewers,
    author: alice,
    bob,
    ghosts,
    limited,
    conversationIds,
    listIds,
    canaries: {
      canaryopen: {
        id: openPost._id,
        readers: [...close, 'stranger', 'requested', 'blockedByBob'],
      },
      canaryclosed: { id: closed._id, readers: [...close, 'blockedByBob'] },
      canaryphoto: {
        id: openPicture._id,
        readers: [...close, 'stranger', 'requested', 'blockedByBob'],
      },
      canaryportrait: { id: closedPicture._id, readers: [...close, 'blockedByBob'] },
      canaryanswer: { id: openComment._id, readers: [...close, 'stranger', 'requested'] },
      canarywhisper: { id: closedComment._id, readers: close },
      canarydeep: { id: deep._id, readers: close },
      canarymessage: { id: message._id, readers: ['author', 'bob'] },
      canaryfarewell: { id: farewell._id, readers: ['author', 'blockedByAlice'] },
      canaryletter: { id: letter._id, readers: ['bob'] },
      canaryexile: { id: exiled._id, readers: [] },
      canaryleaving: { id: leaving._id, readers: [] },
      canarybanter: { id: exiledComment._id, readers: [] },
      canaryghost: { id: ghosts[0]!.id, readers: [] },
      canaryveil: { id: hidden._id, readers: ['author'] },
      canarymuffle: { id: hiddenComment._id, readers: ['bob'] },
      canarygone: { id: removed._id, readers: [] },
      canarycave: { id: ofHermit._id, readers: Object.keys(viewers) },
      canaryhermit: { id: limited.id, readers: Object.keys(viewers) },
    },
  };
}

/** Gives each viewer a list of all viewers and these others. Other calls could not add hidden people. */
async function listEverybody(viewers: Member[], others: Member[]): Promise<string[]> {
  return Promise.all(
    viewers.map(async ({ id: owner_id, call }) => {
      const { _id: list_id } = (await call(createList, { body: { name: 'Everybody' } })).data;
      const members = [...viewers, ...others].map(({ id: member_id }) => ({
        owner_id,
        list_id,
        member_id,
      }));
      await app.ctx.db.insertInto('list_members').values(members).execute();
      return list_id;
    }),
  );
}

async function rename(members: Member[], full_name: string): Promise<void> {
  for (const { id } of members)
    await app.ctx.db.updateTable('users').set({ full_name }).where('id', '=', id).execute();
}

/** Reports these posts, and decides about them. */
async function moderate(
  decided: Record<'hide' | 'remove' | 'limit', { _id: string }[]>,
  reporter: Member,
): Promise<void> {
  const moe = await joinStaff(app, 'moe');
  for (const action of ['hide', 'remove', 'limit'] as const)
    for (const { _id } of decided[action]) {
      await report(reporter, 'post', _id);
      await decide(moe, (await caseOf(moe, _id))._id, { action });
    }
}

/** The lists that nobody chose. They show a limited person to followers only. */
const chosenByNobody = [
  'GET /api/posts/feed',
  'GET /api/posts/feed/new',
  'GET /api/users/suggested',
  'GET /api/users/search',
  'GET /api/search/mentions',
  'GET /api/posts/search',
  'GET /api/posts/hashtag/:tag',
  'GET /api/search/hashtags',
];

const conversationBetween = async (one: Member, other: Member) => (await open(one, other))._id;

const peopleOf = ({ viewers, ghosts, limited }: Scene) => [
  ...Object.values(viewers),
  ...ghosts,
  limited,
];

const subjectsOf = (all: Scene) => ({
  people: peopleOf(all),
  names: ['of Roost', 'canaryghos', 'canaryhermi'],
  postIds: Object.values(all.canaries).map(({ id }) => id),
  conversationIds: all.conversationIds,
  listIds: all.listIds,
});

/**
 * The GET endpoints whose answers contain posts, people or counts of them. Leaves out trends, which are the same for everybody
 * (decision 16), relays, which contain only the viewer's own name, and what only the staff can call.
 */
const telling = endpoints.filter(
  (endpoint) =>
    endpoint.method === 'GET' &&
    !endpoint.staff &&
    endpoint !== listTrending &&
    endpoint !== getIceServers &&
    /"(ownerid|username|count)":/.test(shapeOf(endpoint)),
);

function shapeOf({ response }: AnyEndpoint): string {
  return JSON.stringify(z.toJSONSchema(response, { unrepresentable: 'any' }));
}

test('every endpoint with posts or people has a row, and the reverse', () => {
  expect(Object.keys(readAddresses).toSorted()).toEqual(telling.map(nameOf).toSorted());
});

describe.each(Object.entries(readAddresses))('%s', (name, addresses) => {
  test('the answer contains nothing hidden', async () => {
    const found = new Set<string>();
    let people = 0;
    for (const [viewer, member] of Object.entries(scene.viewers)) {
      for (const address of addresses(subjectsOf(scene))) {
        const answer = await member.client.fetch(address);
        const text = await answer.text();
        // A refusal to write is no secret, because the profile shows it.
        const isTalk = address.startsWith('/api/chat/conversations/');
        expect(isTalk ? [200, 400, 403, 404] : [200, 404], address).toContain(answer.status);
        for (const [word, { readers }] of Object.entries(scene.canaries)) {
          if (!text.includes(word)) continue;
          expect(readers, `${word} in ${address}`).toContain(viewer);
          const isOfLimited = word === 'canarycave' || word === 'canaryhermit';
          if (isOfLimited && chosenByNobody.includes(name))
            expect(['follower'], `${word} in ${address}`).toContain(viewer);
          found.add(word);
        }
        for (const id of cardsIn(JSON.parse(text))) {
          people += 1;
          expect(hiddenFrom(viewer), `${viewer} in ${address}`).not.toContain(id);
        }
      }
    }
    // An endpoint without any content would also pass, so somebody must see something.
    const endpoint = telling.find((each) => nameOf(each) === name);
    const showsTexts =
      endpoint === suggestHashtags ||
      (endpoint && /"(?:ownerid|deliveryStatus)":/.test(shapeOf(endpoint)));
    if (showsTexts) expect(found.size, 'texts seen').toBeGreaterThan(0);
    else if (endpoint && shapeOf(endpoint).includes('"isFollowingByCurrentUser":'))
      expect(people, 'people seen').toBeGreaterThan(0);
  });
});

/** The ids of hidden people, and of people with a block between them and this viewer, in either direction. */
function hiddenFrom(viewer: string): string[] {
  const { author, bob, ghosts, viewers } = scene;
  const id = (name: string) => viewers[name]?.id ?? '';
  const pairs = [
    [author.id, id('blockedByAlice')],
    [author.id, id('blocksAlice')],
    [bob.id, id('blockedByBob')],
  ];
  const blocked = pairs.flatMap(([one = '', other = '']) =>
    one === id(viewer) ? other : other === id(viewer) ? one : [],
  );
  return [...ghosts.map((ghost) => ghost.id), ...blocked];
}

/** The ids of all full cards, with counts, anywhere in an answer. Names without counts are allowed across a block. */
function cardsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(cardsIn);
  return 'followersCount' in value && '_id' in value ? [String(value._id), ...inner] : inner;
}
