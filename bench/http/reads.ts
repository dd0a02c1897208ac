import { sql } from 'kysely';
import type { Member } from '../member.ts';
import type { RequestSequence } from '../load/orders.ts';
import { DIFFERENT_REQUESTS, type RequestKind } from './request-kind.ts';
import type { Owned, World } from './world.ts';

/** The fewest rows of a chosen list. It is more than one page. */
const MIN_LIST_ROWS = 12;
/** The fewest rows of a correct answer. Each chosen list fills a page, but blocks may hide some rows. */
const MIN_ANSWER_ROWS = 5;

export function reading(
  { cookie }: Member,
  path: string,
  at: string,
  least?: number,
): RequestSequence {
  return {
    cookie,
    steps: [{ method: 'GET', path, expect: { status: 200, at, ...(least && { least }) } }],
  };
}

export const reads: Record<string, RequestKind> = {
  feed: {
    measure: 'feed, first page of a new snapshot',
    aim: 3,
    isOnce: true,
    sequences: ({ members }) => members.map((member) => firstPage(member)),
  },
  'next-page': { measure: 'feed, next page', aim: 0.8, sequences: nextPages },
  'profile-posts': {
    measure: 'posts of a profile',
    aim: 1,
    async sequences(world) {
      const authors = await select(
        world,
        sql`select id, id as owner from (
          select author_id as id from post_search where visibility = 'public'
          order by hashtext(post_id::text) limit 4000) as author
          join user_stats on user_id = id where public_posts_count >= ${MIN_LIST_ROWS}`,
      );
      return world
        .pairs(world.chanceFor('profile-posts'), authors, DIFFERENT_REQUESTS)
        .map(([member, { id }]) =>
          reading(member, `/api/posts/user/${id}`, 'data.posts', MIN_ANSWER_ROWS),
        );
    },
  },
  bookmarks: {
    measure: 'bookmarks',
    aim: 1,
    sequences: async (world) =>
      own(world, 'bookmarks', 'user_id', '/api/users/bookmarks', 'data.posts'),
  },
  likes: {
    measure: 'likes',
    aim: 1,
    sequences: async (world) =>
      own(world, 'likes', 'user_id', '/api/posts/user-likes', 'data.posts'),
  },
  thread: {
    measure: 'thread page',
    aim: 1,
    async sequences(world) {
      const posts = await select(
        world,
        sql`select posts.id, author_id as owner from post_stats join posts on posts.id = post_id
          where comment_count >= ${MIN_LIST_ROWS} and visibility = 'public' and parent_id is null
          order by hashtext(post_id::text) limit 2000`,
      );
      return world
        .pairs(world.chanceFor('thread'), posts, DIFFERENT_REQUESTS)
        .map(([member, { id }]) =>
          reading(member, `/api/posts/${id}/comments`, 'data.comments', MIN_ANSWER_ROWS),
        );
    },
  },
  notifications: {
    measure: 'notifications',
    aim: 1,
    sequences: async (world) =>
      own(world, 'notifications', 'user_id', '/api/notifications', 'data.notifications'),
  },
  conversations: {
    measure: 'conversations (12 to 40)',
    aim: 1,
    sequences: async (world) =>
      own(world, 'conversation_members', 'user_id', '/api/chat/conversations', 'data', 40),
  },
  'message-page': {
    measure: 'messages of a conversation (50)',
    aim: 1,
    async sequences(world) {
      const conversations = await select(
        world,
        sql`select id, low_id as owner from conversations where last_seq >= 60
          order by hashtext(id::text) limit ${world.activeMembers.length}`,
      );
      return conversations.map(({ id, owner }) =>
        reading(world.member(owner), `/api/chat/conversations/${id}/messages`, 'data', 40),
      );
    },
  },
  post: {
    measure: 'one post',
    aim: 0.5,
    async sequences(world) {
      return world
        .pairs(world.chanceFor('post'), await latePosts(world), DIFFERENT_REQUESTS)
        .map(([member, { id }]) => reading(member, `/api/posts/${id}`, 'data._id'));
    },
  },
  'post-first': {
    measure: 'one post, as the first thing somebody asks for',
    aim: 0.5,
    isOnce: true,
    async sequences(world) {
      return world
        .oneEach(world.chanceFor('post-first'), await latePosts(world))
        .map(([member, { id }]) => reading(member, `/api/posts/${id}`, 'data._id'));
    },
  },
  profile: {
    measure: 'one profile',
    aim: 0.5,
    async sequences(world) {
      const people = await select(
        world,
        sql`select username as id, id as owner from users where username not like 'bystander\\_%'`,
      );
      return world
        .pairs(world.chanceFor('profile'), people, DIFFERENT_REQUESTS)
        .map(([member, { id }]) => reading(member, `/api/users/getuser/${id}`, 'data.user._id'));
    },
  },
};

export function firstPage(member: Member): RequestSequence {
  return reading(member, '/api/posts/feed', 'data.posts', 10);
}

/** Recent public posts. */
export async function latePosts(world: World): Promise<Owned[]> {
  return select(
    world,
    sql`select id, author_id as owner from posts
      where visibility = 'public' and parent_id is null and repost_of_id is null and deleted_at is null
      order by id desc limit 20000`,
  );
}

export async function select<Thing = Owned>(
  { db }: World,
  query: ReturnType<typeof sql>,
): Promise<Thing[]> {
  return (await query.execute(db)).rows as Thing[];
}

/** Requests of people for their own lists. The people have more than one page, or the longest lists that exist. */
async function own(
  world: World,
  table: string,
  key: string,
  path: string,
  at: string,
  most = 1_000_000,
): Promise<RequestSequence[]> {
  const owners = await select<{ id: string; count: number }>(
    world,
    sql`select ${sql.ref(key)} as id, least(count(*), ${MIN_LIST_ROWS}::int) as count from ${sql.table(table)} group by 1
      having count(*) <= ${most} order by 2 desc, hashtext(${sql.ref(key)}::text) limit ${world.activeMembers.length}`,
  );
  return owners
    .filter(({ count }) => count === owners[0]?.count)
    .map(({ id }) => reading(world.member(id), path, at, MIN_ANSWER_ROWS));
}

/** Requests for the second page. The requests for the first page are not measured. */
async function nextPages(world: World): Promise<RequestSequence[]> {
  const members = world.activeMembers;
  const sequences: RequestSequence[] = [];
  const waiting = [...members];
  const visit = async () => {
    for (let member = waiting.pop(); member; member = waiting.pop()) {
      const answer = await fetch(`${world.address}/api/posts/feed`, {
        headers: { Cookie: member.cookie },
      });
      const { data } = (await answer.json()) as { data: { pagination: { nextCursor: string } } };
      const cursor = encodeURIComponent(data.pagination.nextCursor);
      sequences.push(reading(member, `/api/posts/feed?cursor=${cursor}`, 'data.posts', 10));
    }
  };
  await Promise.all(Array.from({ length: 8 }, visit));
  return sequences;
}
