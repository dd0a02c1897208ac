import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import * as relations from '@roost/contract/relations';
import * as users from '@roost/contract/users';
import { startAppForFile } from '../../../test/support/app.ts';
import { join, type Member } from '../../../test/support/cast.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { countStatements } from '../../../test/support/statements.ts';

const app = await startAppForFile();

let count = 0;
/** Creates people without any relationship to other people of this file. */
async function strangers<Name extends string>(...names: Name[]): Promise<Record<Name, Member>> {
  count += 1;
  const members: [Name, Member][] = [];
  // One by one, because the hashing pool refuses too many passwords at once.
  for (const name of names) members.push([name, await join(app, `${name}_${count}`)]);
  return Object.fromEntries(members) as Record<Name, Member>;
}

/** Only suggestions of people from this test. The others of the file also appear in the list. */
async function suggestedTo(member: Member, limit = 50): Promise<string[]> {
  const { data } = await member.call(users.listSuggested, { query: { limit } });
  return data.flatMap(({ username }) => {
    const [name = '', round] = username.split('_');
    return round === String(count) ? [name] : [];
  });
}

async function dismiss(member: Member, userId: string) {
  return member.call(users.dismissSuggested, { params: { userId } });
}

describe('the suggested people', () => {
  test('the order is friends of friends, followers, active people, newcomers', async () => {
    const cast = await strangers('me', 'one', 'two', 'both', 'single', 'fan', 'writer', 'quiet');
    const { me, one, two, both, single, fan, writer } = cast;
    await me.follow(one);
    await me.follow(two);
    await one.follow(both);
    await two.follow(both);
    await one.follow(single);
    await fan.follow(me);
    await writer.post('hello');
    const names = await suggestedTo(me);
    expect(names.slice(0, 4)).toEqual(['both', 'single', 'fan', 'writer']);
    expect(names).toContain('quiet');
    for (const name of ['me', 'one', 'two']) expect(names).not.toContain(name);
    expect(await suggestedTo(me, 2)).toEqual(['both', 'single']);
  });

  test('active people are ordered by followers', async () => {
    const { me, small, big, fan } = await strangers('me', 'small', 'big', 'fan');
    await fan.follow(big);
    await big.post('older');
    await small.post('newer');
    const names = (await suggestedTo(me)).filter((name) => ['small', 'big'].includes(name));
    expect(names).toEqual(['big', 'small']);
  });

  test('the default is five people, with the profile for a hover card', async () => {
    const { me, bee } = await strangers('me', 'bee', 'c', 'd', 'e', 'f', 'g');
    await bee.follow(me);
    const { data } = await me.call(users.listSuggested, {});
    expect(data).toHaveLength(5);
    expect(data[0]).toMatchObject({
      _id: bee.id,
      followingCount: 1,
      isFollowingByCurrentUser: false,
      profile: { username: bee.username, bio: '', coverImage: null, messagePreference: 'everyone' },
    });
    expect(JSON.stringify(data)).not.toContain('@example.org');
  });

  test('a block in either direction prevents a suggestion', async () => {
    const { me, friend, blocked, blocker } = await strangers('me', 'friend', 'blocked', 'blocker');
    await me.follow(friend);
    for (const other of [blocked, blocker]) {
      await friend.follow(other);
      await other.follow(me);
      await other.post('hello');
    }
    expect((await suggestedTo(me)).slice(0, 2).toSorted()).toEqual(['blocked', 'blocker']);
    await me.toggleBlock(blocked);
    await blocker.toggleBlock(me);
    const names = await suggestedTo(me);
    expect(names).not.toContain('blocked');
    expect(names).not.toContain('blocker');
    expect(await suggestedTo(blocked)).not.toContain('me');
    expect(await suggestedTo(blocker)).not.toContain('me');
  });
});

describe('a dismissal', () => {
  test('it applies to one viewer, and a repetition succeeds', async () => {
    const { me, other, fan } = await strangers('me', 'other', 'fan');
    await fan.follow(me);
    await fan.follow(other);
    expect(await suggestedTo(me)).toContain('fan');
    await dismiss(me, fan.id);
    await dismiss(me, fan.id);
    expect(await suggestedTo(me)).not.toContain('fan');
    expect(await suggestedTo(other)).toContain('fan');
  });

  test('the viewer, a missing person and an invalid id are refused', async () => {
    const { me } = await strangers('me');
    expect((await refusalOf(dismiss(me, me.id))).status).toBe(400);
    for (const id of [NOBODY, 'not-an-id', '../suggested'])
      expect((await refusalOf(dismiss(me, id))).status).toBe(404);
  });
});

describe('a viewer who follows thousands', () => {
  let me: Member;
  beforeAll(async () => {
    ({ me } = await strangers('me'));
    const ids = Array.from({ length: 3_000 }, () => newId());
    await sql`
      with people as (
        insert into users (id, username, full_name)
        select id, 'crowd' || place, 'Crowd' from unnest(${ids}::uuid[]) with ordinality as u (id, place) returning id
      ), counted as (
        insert into user_stats (user_id, followers_count) select id, 1 from people returning user_id
      )
      select count(*) from counted`.execute(app.ctx.db);
    // The viewer follows 2,000 people. Each of these follows 100 others, and the last 1,000 follow the viewer.
    await sql`insert into follows (follower_id, followee_id)
      select ${me.id}, id from unnest(${ids.slice(0, 2_000)}::uuid[]) as u (id)`.execute(
      app.ctx.db,
    );
    for (let step = 1; step <= 100; step += 5)
      await sql`insert into follows (follower_id, followee_id)
        select ids[n], ids[(n + step) % 3000 + 1] from (select ${ids}::uuid[] as ids) as all_ids,
          generate_series(1, 2000) as n, generate_series(${step}::int, ${step + 4}::int) as step`.execute(
        app.ctx.db,
      );
    await sql`insert into follows (follower_id, followee_id)
      select id, ${me.id} from unnest(${ids.slice(2_000)}::uuid[]) as u (id)`.execute(app.ctx.db);
    await sql`analyze follows, users, user_stats`.execute(app.ctx.db);
  }, 120_000);

  test('suggestions cost a fixed number of statements', async () => {
    const statementsFor = async (limit: number) =>
      countStatements(app, async () => {
        const { data } = await me.call(users.listSuggested, { query: { limit } });
        expect(data).toHaveLength(limit);
      });
    const few = await statementsFor(1);
    expect(await statementsFor(50)).toBe(few);
    expect(few).toBeLessThanOrEqual(6);
  });
});

describe('lists of follows', () => {
  test('pages list cards newest first, without gaps or blocked people', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'] as const;
    const { hub, viewer, ...fans } = await strangers('hub', 'viewer', ...names);
    for (const name of names) await fans[name].follow(hub);
    await fans.c.toggleBlock(viewer);
    await viewer.toggleBlock(fans.d);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await viewer.call(relations.listFollowers, {
        params: { userId: hub.id },
        query: { limit: 2, ...(cursor && { cursor }) },
      });
      seen.push(...data.users.map(({ _id }) => _id));
      cursor = data.pagination.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([fans.e.id, fans.b.id, fans.a.id]);
    const following = await viewer.call(relations.listFollowing, { params: { userId: fans.a.id } });
    expect(following.data.users.map(({ _id }) => _id)).toEqual([hub.id]);
  });

  test('the lists of a blocked person are not found', async () => {
    const { hub, blocked } = await strangers('hub', 'blocked');
    await hub.toggleBlock(blocked);
    for (const [member, other] of [
      [hub, blocked],
      [blocked, hub],
    ] as const) {
      for (const endpoint of [relations.listFollowers, relations.listFollowing]) {
        const hidden = await refusalOf(member.call(endpoint, { params: { userId: other.id } }));
        const absent = await refusalOf(member.call(endpoint, { params: { userId: NOBODY } }));
        expect([hidden.status, hidden.body]).toEqual([absent.status, absent.body]);
        expect(hidden.status).toBe(404);
      }
    }
  });
});
