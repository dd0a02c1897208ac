import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { describe, expect, test } from 'vitest';
import { listComments, listUserComments } from '@roost/contract/posts';
import * as reactions from '@roost/contract/reactions';
import * as posts from '@roost/contract/posts';
import { listFollowers, listFollowing } from '@roost/contract/relations';
import { startAppForFile } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';

const app = await startAppForFile();
const { db } = app.ctx;

/** More hidden rows than `fillPage` takes in all its rounds, or checks in one step. */
const HIDDEN = 1_600;

interface Cast {
  reader: Member;
  /** Blocks the reader after all rows exist. */
  hider: Member;
  /** A person whom the reader can see. */
  open: Member;
}

/** A list with a run of hidden rows between visible rows, and another hidden run at its end. */
interface Scene {
  /** Inserts the rows in the list's order. `true` means that the reader can see the row. */
  fill: (cast: Cast, isOpen: boolean[]) => Promise<string>;
  read: (reader: Member, of: string, query: object) => Promise<Page>;
}

interface Page {
  ids: string[];
  pagination: { nextCursor: string | null; totalPages: number; notShown?: number };
}

interface PlannedPost {
  id: string;
  author: string;
  audience: string;
  visibility?: 'public' | 'followers';
  parent?: string;
}

async function insertPosts(made: PlannedPost[]): Promise<void> {
  const rows = made.map(({ id, author, audience, visibility = 'public', parent = null }) => ({
    id,
    author_id: author,
    audience_id: audience,
    hidden_if_blocked_ids: [...new Set([author, audience])],
    visibility,
    parent_id: parent,
    root_id: parent,
  }));
  const text = JSON.stringify(rows);
  await sql`
    insert into posts (id, author_id, audience_id, hidden_if_blocked_ids, visibility, parent_id, root_id, content, edit_valid_till, edit_chances_left)
    select id, author_id, audience_id, hidden_if_blocked_ids, visibility, parent_id, root_id, 'one of many', now(), 0
    from jsonb_to_recordset(${text}::jsonb) as made (id uuid, author_id uuid, audience_id uuid, hidden_if_blocked_ids uuid[],
      visibility text, parent_id uuid, root_id uuid)`.execute(db);
  await sql`
    insert into author_posts (author_id, post_id, kind, visibility)
    select author_id, id, case when parent_id is null then 'post' else 'comment' end, visibility from posts
    where id = any(${made.map(({ id }) => id)}::uuid[])`.execute(db);
}

const idsFor = (rows: boolean[]) => rows.map(() => newId());

/** The reader likes or bookmarks visible and hidden posts in this order. */
const fillReacted = (table: 'likes' | 'bookmarks'): Scene['fill'] =>
  async function fill({ reader, hider, open }, isOpen) {
    const ids = idsFor(isOpen);
    await insertPosts(
      ids.map((id, n) => {
        const author = (isOpen[n] ? open : hider).id;
        return { id, author, audience: author };
      }),
    );
    await sql`
      insert into ${sql.table(table)} (user_id, post_id, created_at)
      select ${reader.id}, id, now() - n * interval '1 second'
      from unnest(${ids}::uuid[]) with ordinality as made (id, n)`.execute(db);
    return '';
  };

/** Visible and hidden people follow somebody, or are followed, in this order. */
const fillFollows = (side: 'followers' | 'following'): Scene['fill'] =>
  async function fill({ reader, open }, isOpen) {
    const people = idsFor(isOpen);
    const name = `${side}${newId().slice(-8)}`;
    await sql`
      with made as (select * from unnest(${people}::uuid[]) with ordinality as made (id, n)),
        people as (insert into users (id, username, full_name) select id, ${name} || n, 'One of many' from made)
      insert into user_stats (user_id) select id from made`.execute(db);
    const [own, other] =
      side === 'followers' ? ['followee_id', 'follower_id'] : ['follower_id', 'followee_id'];
    await sql`
      insert into follows (${sql.ref(own)}, ${sql.ref(other)}, created_at)
      select ${open.id}, id, now() - n * interval '1 second'
      from unnest(${people}::uuid[]) with ordinality as made (id, n)`.execute(db);
    await sql`
      update user_stats set followers_count = followers_count + ${side === 'followers' ? people.length : 0}::int,
        following_count = following_count + ${side === 'following' ? people.length : 0}::int
      where user_id = ${open.id}`.execute(db);
    const blockers = people.filter((_, n) => !isOpen[n]);
    await sql`
      insert into blocks (blocker_id, blocked_id) select unnest(${blockers}::uuid[]), ${reader.id}`.execute(
      db,
    );
    await sql`
      insert into blocked_by (blocked_id, blocker_id) select ${reader.id}, unnest(${blockers}::uuid[])`.execute(
      db,
    );
    return open.id;
  };

const scenes: Record<string, Scene> = {
  'own likes': {
    fill: fillReacted('likes'),
    read: async (reader, _, query) =>
      pageOf((await reader.call(reactions.listLikes, { query })).data),
  },
  'own bookmarks': {
    fill: fillReacted('bookmarks'),
    read: async (reader, _, query) =>
      pageOf((await reader.call(reactions.listBookmarks, { query })).data),
  },
  'posts of a person': {
    // The hidden ones are for followers only.
    fill: async ({ open }, isOpen) => {
      const ids = idsFor(isOpen).toReversed();
      const one = { author: open.id, audience: open.id };
      await insertPosts(
        ids.map((id, n) => ({ ...one, id, visibility: isOpen[n] ? 'public' : 'followers' })),
      );
      return open.id;
    },
    read: async (reader, userId, query) =>
      pageOf((await reader.call(posts.listUserPosts, { params: { userId }, query })).data),
  },
  'comments of a person': {
    fill: async ({ hider, open }, isOpen) => {
      const seen = (await open.post('can be seen'))._id;
      const unseen = (await hider.post('can not be seen'))._id;
      const ids = idsFor(isOpen).toReversed();
      await insertPosts(
        ids.map((id, n) => ({
          id,
          author: open.id,
          audience: (isOpen[n] ? open : hider).id,
          parent: isOpen[n] ? seen : unseen,
        })),
      );
      return open.id;
    },
    read: async (reader, userId, query) => {
      const { data } = await reader.call(listUserComments, { params: { userId }, query });
      return pageOf({ posts: data.comments, pagination: data.pagination });
    },
  },
  'comments under a post': {
    fill: async ({ hider, open }, isOpen) => {
      const root = (await open.post('much answered'))._id;
      const ids = idsFor(isOpen);
      const author = (n: number) => (isOpen[n] ? open : hider).id;
      await insertPosts(
        ids.map((id, n) => ({ id, author: author(n), audience: open.id, parent: root })),
      );
      await sql`
        insert into thread_posts (root_id, parent_id, post_id, author_id)
        select root_id, parent_id, id, author_id from posts where root_id = ${root}`.execute(db);
      await sql`update post_stats set comment_count = ${ids.length}::int where post_id = ${root}`.execute(
        db,
      );
      return root;
    },
    read: async (reader, postId, query) => {
      const { data } = await reader.call(listComments, { params: { postId }, query });
      return pageOf({ posts: data.comments, pagination: data.pagination });
    },
  },
  followers: {
    fill: fillFollows('followers'),
    read: async (reader, userId, query) => {
      const { data } = await reader.call(listFollowers, { params: { userId }, query });
      return pageOf({ posts: data.users, pagination: data.pagination });
    },
  },
  following: {
    fill: fillFollows('following'),
    read: async (reader, userId, query) => {
      const { data } = await reader.call(listFollowing, { params: { userId }, query });
      return pageOf({ posts: data.users, pagination: data.pagination });
    },
  },
};

function pageOf(data: { posts: { _id: string }[]; pagination: Page['pagination'] }): Page {
  return { ids: data.posts.map(({ _id }) => _id), pagination: data.pagination };
}

let casts = 0;
async function castOf(): Promise<Cast> {
  const [reader, hider, open] = await crowdOf(app, 3, `run${(casts += 1)}_`);
  return { reader: reader!, hider: hider!, open: open! };
}

/** Reads a list to its end, page by page. */
async function readAll(read: (query: object) => Promise<Page>): Promise<Page[]> {
  const pages: Page[] = [];
  for (let cursor: string | null = null; ;) {
    const page: Page = await read({ limit: 2, ...(cursor !== null && { cursor }) });
    pages.push(page);
    cursor = page.pagination.nextCursor;
    if (cursor === null) return pages;
  }
}

const times = (count: number, isOpen: boolean) => Array.from({ length: count }, () => isOpen);

describe.each(Object.entries(scenes))('%s', (_, { fill, read }) => {
  test('a long run of hidden rows gives no empty page before the end', async () => {
    const cast = await castOf();
    const { reader, hider } = cast;
    const rows = [
      ...times(HIDDEN, false),
      ...times(3, true),
      ...times(HIDDEN, false),
      ...times(1, true),
      ...times(HIDDEN, false),
    ];
    const of = await fill(cast, rows);
    await hider.toggleBlock(reader);
    const pages = await readAll((query) => read(reader, of, query));
    for (const { ids, pagination } of pages)
      expect(ids.length === 0 && pagination.nextCursor !== null).toBe(false);
    expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(4);
    // The page with the last visible row says that the list ends there.
    expect(pages.at(-1)?.ids).not.toEqual([]);
    const second = await read(reader, of, { limit: 2, page: 2 });
    expect([pages[0]?.ids, second.ids].flat()).toEqual(
      pages.flatMap(({ ids }) => ids).slice(0, 2 + second.ids.length),
    );
  });

  test('a list with only hidden rows ends at once', async () => {
    const cast = await castOf();
    const of = await fill(cast, times(HIDDEN, false));
    await cast.hider.toggleBlock(cast.reader);
    const { ids, pagination } = await read(cast.reader, of, { limit: 2 });
    expect(ids).toEqual([]);
    expect(pagination).toMatchObject({ nextCursor: null, totalPages: 1 });
  });
});
