import { expect, test } from 'vitest';
import * as users from '@roost/contract/users';
import { unfollow } from '@roost/contract/relations';
import { sql } from 'kysely';
import { startAppForFile } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';

const app = await startAppForFile();

let scenes = 0;
/** A viewer who follows `count` people, who all follow the person. The last one is the newest follow of the viewer. */
async function sceneOf(count: number) {
  scenes += 1;
  const [viewer, person, ...friends] = (await crowdOf(app, count + 2, `by${scenes}_`)) as [
    Member,
    Member,
    ...Member[],
  ];
  for (const friend of friends) {
    await viewer.follow(friend);
    await friend.follow(person);
  }
  return { viewer, person, friends };
}

async function followedBy(viewer: Member, person: Member) {
  const { data } = await viewer.call(users.getUser, { params: { username: person.username } });
  const { users: named, count } = users.profile.parse(data.user).followedBy;
  return { names: named.map(({ username }) => username), count };
}

test('it names the newest three, and counts all', async () => {
  const { viewer, person, friends } = await sceneOf(5);
  const names = friends.map(({ username }) => username).toReversed();
  expect(await followedBy(viewer, person)).toEqual({ names: names.slice(0, 3), count: 5 });
});

test('people whom the viewer does not follow, and people who do not follow the person, do not count', async () => {
  const { viewer, person, friends } = await sceneOf(2);
  const [other, idle] = (await crowdOf(app, 2, `others${scenes}_`)) as [Member, Member];
  await other.follow(person);
  await viewer.follow(idle);
  await friends[0]!.call(unfollow, { params: { userId: person.id } });
  expect(await followedBy(viewer, person)).toEqual({ names: [friends[1]!.username], count: 1 });
  // In the other direction, nobody counts.
  expect(await followedBy(person, viewer)).toEqual({ names: [], count: 0 });
  expect(await followedBy(person, person)).toEqual({ names: [], count: 0 });
});

test('hidden follows stay hidden: those of the person, and those of people between', async () => {
  const { viewer, person, friends } = await sceneOf(2);
  const show = async (member: Member, showFollows: boolean) =>
    member.call(users.updatePrivacy, { body: { showFollows } });
  await show(friends[1]!, false);
  expect(await followedBy(viewer, person)).toEqual({ names: [friends[0]!.username], count: 1 });
  await show(person, false);
  expect(await followedBy(viewer, person)).toEqual({ names: [], count: 0 });
});

test('blocked and hidden people do not count', async () => {
  const { viewer, person, friends } = await sceneOf(4);
  await viewer.toggleBlock(friends[0]!);
  await friends[1]!.toggleBlock(viewer);
  await friends[2]!.toggleBlock(person);
  expect(await followedBy(viewer, person)).toEqual({ names: [friends[3]!.username], count: 1 });
  await sql`insert into hidden_users (user_id, reason) values (${friends[3]!.id}, 'suspended')`.execute(
    app.ctx.db,
  );
  expect(await followedBy(viewer, person)).toEqual({ names: [], count: 0 });
});
