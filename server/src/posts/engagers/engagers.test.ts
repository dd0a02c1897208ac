import { expect, test } from 'vitest';
import { listLikers, listReposters } from '@roost/contract/engagers';
import { toggleLike } from '@roost/contract/reactions';
import { repost, unrepost } from '@roost/contract/reposts';
import { startAppForFile } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { caseOf, decide, report } from '../../../test/support/moderation.ts';
import { joinStaff } from '../../../test/support/staff.ts';
import { countStatements } from '../../../test/support/statements.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile();
const on = (post: { _id: string }) => ({ params: { postId: post._id } });
let scenes = 0;

/** An author, a reader and four people. */
async function setScene() {
  scenes += 1;
  const members = await crowdOf(app, 6, `engaged${scenes}n`);
  const [author, reader, ...people] = members as [Member, Member, ...Member[]];
  return { author, reader, people };
}

const kinds = {
  likes: {
    list: listLikers,
    engage: async (member: Member, post: { _id: string }) => member.call(toggleLike, on(post)),
    leave: async (member: Member, post: { _id: string }) => member.call(toggleLike, on(post)),
  },
  reposts: {
    list: listReposters,
    engage: async (member: Member, post: { _id: string }) => member.call(repost, on(post)),
    leave: async (member: Member, post: { _id: string }) => member.call(unrepost, on(post)),
  },
};

test.each(['likes', 'reposts'] as const)('%s: the latest person first, in pages', async (kind) => {
  const { list, engage, leave } = kinds[kind];
  const { author, reader, people } = await setScene();
  const post = await author.post('engages');
  const idsOf = async (query = {}) => {
    const { users, pagination } = (await reader.call(list, { ...on(post), query })).data;
    return { ids: users.map(({ _id }) => _id), ...pagination };
  };
  expect(await idsOf()).toMatchObject({ ids: [], nextCursor: null, notShown: 0 });
  for (const each of people) await engage(each, post);
  await engage(reader, post);
  await reader.follow(people[0]!);
  const latestFirst = [reader, ...people.toReversed()].map(({ id }) => id);
  const { users } = (await reader.call(list, on(post))).data;
  expect(users.map(({ _id }) => _id)).toEqual(latestFirst);
  expect(users.at(-1)).toMatchObject({ isFollowingByCurrentUser: true, followersCount: 1 });
  const first = await idsOf({ limit: 2 });
  expect(first.ids).toEqual(latestFirst.slice(0, 2));
  // A person who leaves and comes back is new. The page goes on after the one before.
  await leave(people[2]!, post);
  await engage(people[2]!, post);
  const second = await idsOf({ limit: 2, cursor: first.nextCursor });
  expect(second.ids).toEqual([people[1]!.id, people[0]!.id]);
  expect(second.nextCursor).toBeNull();
  expect((await idsOf()).ids[0]).toBe(people[2]!.id);
  // The id of a repost means its original.
  const { data } = await author.call(repost, on(post));
  const ofRepost = (await reader.call(list, on(data.repost))).data.users;
  expect(ofRepost.map(({ _id }) => _id)).toEqual(expect.arrayContaining(latestFirst));
});

test.each(['likes', 'reposts'] as const)(
  '%s: without those whom the viewer may not see',
  async (kind) => {
    const { list, engage } = kinds[kind];
    const { author, reader, people } = await setScene();
    const [blocks, blocked, suspended, limited] = people as [Member, Member, Member, Member];
    const moe = await joinStaff(app, `moe_${kind}`);
    const post = await author.post('engages');
    for (const each of people) await engage(each, post);
    const seen = async (member = reader) => {
      const { users, pagination } = (await member.call(list, on(post))).data;
      return [...users.map(({ _id }) => _id), pagination.notShown];
    };
    const all = people.toReversed().map(({ id }) => id);
    expect(await seen()).toEqual([...all, 0]);
    await blocks.toggleBlock(reader);
    await reader.toggleBlock(blocked);
    expect(await seen()).toEqual([limited.id, suspended.id, 2]);
    expect(await seen(author)).toEqual([...all, 0]);
    await report(reader, 'user', limited.id);
    await decide(moe, (await caseOf(moe, limited.id))._id, { action: 'limit' });
    expect(await seen()).toEqual([suspended.id, 3]);
    expect((await seen(limited))[0]).toBe(limited.id);
    await reader.follow(limited);
    expect((await seen())[0]).toBe(limited.id);
    await report(reader, 'user', suspended.id);
    await decide(moe, (await caseOf(moe, suspended.id))._id, { action: 'suspend' });
    expect((await seen()).slice(0, -1)).toEqual([limited.id]);
  },
);

test('people who may not see a post may not see its engagers', async () => {
  const { author, reader, people } = await setScene();
  const closed = await author.post('for followers', 'followers');
  await people[0]!.follow(author);
  await people[0]!.call(toggleLike, on(closed));
  for (const list of [listLikers, listReposters]) {
    for (const _id of [closed._id, reader.id])
      expect((await refusalOf(reader.call(list, on({ _id })))).status).toBe(404);
    expect((await people[0]!.call(list, on(closed))).status).toBe('success');
  }
});

test.each(['likes', 'reposts'] as const)(
  '%s: a page takes a fixed number of statements',
  async (kind) => {
    const { list, engage } = kinds[kind];
    const { author, reader, people } = await setScene();
    const post = await author.post('engages');
    const read = async () => reader.call(list, on(post));
    await engage(people[0]!, post);
    await read();
    const few = await countStatements(app, read);
    for (const each of people.slice(1)) await engage(each, post);
    expect(await countStatements(app, read)).toBe(few);
  },
);
