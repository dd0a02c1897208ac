import { sql } from 'kysely';
import type { Member } from '../member.ts';
import type { Step, RequestSequence } from '../load/orders.ts';
import { latePosts, select } from './reads.ts';
import { DIFFERENT_REQUESTS, type RequestKind } from './request-kind.ts';
import type { Owned, World } from './world.ts';

export const writes: Record<string, RequestKind> = {
  like: {
    measure: 'like, and unlike',
    aim: 0.9,
    writes: true,
    sequences: async (world) =>
      toggles(world, 'likes', await latePosts(world), ({ id }) => [
        step('POST', `/api/posts/${id}/like`, 'data.liked', true),
        step('POST', `/api/posts/${id}/like`, 'data.liked', false),
      ]),
  },
  bookmark: {
    measure: 'bookmark, and take it away',
    aim: 0.9,
    writes: true,
    sequences: async (world) =>
      toggles(world, 'bookmarks', await latePosts(world), ({ id }) => [
        step('POST', `/api/users/bookmarks/${id}`, 'data.bookmarked', true),
        step('POST', `/api/users/bookmarks/${id}`, 'data.bookmarked', false),
      ]),
  },
  follow: {
    measure: 'follow, and unfollow',
    aim: 0.9,
    writes: true,
    async sequences(world) {
      const people = world.members.map(({ id }) => ({ id, owner: id }));
      return toggles(world, 'follows', people, ({ id }) => [
        step('POST', `/api/follow/${id}`, 'data.following', true),
        step('DELETE', `/api/follow/${id}`, 'data.following', false),
      ]);
    },
  },
  createpost: {
    measure: 'text post by an author with 1,000 followers',
    aim: 2,
    writes: true,
    async sequences(world) {
      const authors = await select(
        world,
        sql`select user_id as id, user_id as owner from user_stats
          where user_id in (select user_id from accounts)
          order by abs(followers_count - 1000), user_id limit 64`,
      );
      // Copies the texts of existing posts, so that searches find the usual share of them among the newest posts.
      const texts = await select<{ id: string; owner: string; content: string }>(
        world,
        sql`select id, author_id as owner, content from posts
          where visibility = 'public' and parent_id is null and repost_of_id is null
          order by hashtext(id::text) desc limit ${DIFFERENT_REQUESTS}`,
      );
      return texts.map(({ content }, n) =>
        posting(world.member(authors[n % authors.length]!.id), content),
      );
    },
  },
};

const WALK =
  'and then we walked all the way back along the shore, in the rain, with #lamps and a plum for @nobody';

export function posting({ cookie }: Member, content = WALK): RequestSequence {
  const expect = { status: 201, at: 'data._id' };
  return {
    cookie,
    steps: [{ method: 'POST', path: '/api/posts/createpost', form: { content }, expect }],
  };
}

/** Requests that somebody does and undoes, so that the network stays the same. */
async function toggles(
  world: World,
  table: 'likes' | 'bookmarks' | 'follows',
  things: Owned[],
  steps: (thing: Owned) => Step[],
): Promise<RequestSequence[]> {
  const pairs = world.pairs(world.chanceFor(table), things, DIFFERENT_REQUESTS);
  const [doer, thing] =
    table === 'follows' ? ['follower_id', 'followee_id'] : ['user_id', 'post_id'];
  const done = await select<{ pair: string }>(
    world,
    sql`select ${sql.ref(doer)} || ' ' || ${sql.ref(thing)} as pair
      from ${sql.table(table)} join unnest(${pairs.map(([member]) => member.id)}::uuid[],
        ${pairs.map(([, { id }]) => id)}::uuid[]) as pair (one, other)
      on ${sql.ref(doer)} = one and ${sql.ref(thing)} = other`,
  );
  const known = new Set(done.map(({ pair }) => pair));
  return pairs
    .filter(([member, { id }]) => !known.has(`${member.id} ${id}`))
    .map(([{ cookie }, each]) => ({ cookie, steps: steps(each) }));
}

function step(method: Step['method'], path: string, at: string, is: boolean): Step {
  return { method, path, expect: { status: 200, at, is } };
}
