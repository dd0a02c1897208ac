import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { distinctTags, vectorOf } from './post-words.ts';

/** Whatever runs statements; the demo writes the index too. */
type Db = Pick<Context, 'db'>;

/** A post as the index needs it. Comments and reposts among them are passed over. */
export interface IndexedPost {
  id: string;
  author_id: string;
  content: string;
  hashtags: string[];
}

const foundPosts = sql`posts.parent_id is null and posts.repost_of_id is null and posts.deleted_at is null`;

/** Puts new posts into the index, in the transaction that writes them. */
export async function insertIntoIndex(db: Db, posts: IndexedPost[]): Promise<void> {
  // Numbers are the coordinator's to give; posts are elsewhere, should they be distributed.
  const { rows } = await sql<{ number: number }>`
    select nextval('post_search_numbers') as number from generate_series(1, ${posts.length}::int)`.execute(
    db.db,
  );
  await insertWords(
    db,
    posts,
    rows.map((row) => row.number),
  );
  await insertHashtags(db, posts);
}

/** Puts posts from before there was an index below all that is in it, newest first. */
export async function insertBelow(db: Db, posts: IndexedPost[]): Promise<void> {
  const { rows } = await sql<{ lowest: number }>`
    select coalesce(least(min(number), 0), 0) as lowest from post_search`.execute(db.db);
  const lowest = rows[0]?.lowest ?? 0;
  await insertWords(
    db,
    posts,
    posts.map((_, at) => lowest - posts.length + at),
  );
  await insertHashtags(db, posts);
}

/** `numbers` rise; they go to the posts in the order of their ids. */
async function insertWords(db: Db, posts: IndexedPost[], numbers: number[]): Promise<void> {
  const ordered = posts.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const ids = ordered.map(({ id }) => id);
  await sql`
    insert into post_search (post_id, number, author_id, visibility, created_at, words)
    select posts.id, made.number, posts.author_id, posts.visibility, posts.created_at,
      made.words::tsvector || post_search_eras(made.number)
    from unnest(${ids}::uuid[], ${numbers}::bigint[], ${ordered.map(vectorOf)}::text[]) as made (id, number, words)
    join posts on posts.id = made.id and posts.id = any(${ids}::uuid[]) and ${foundPosts}
    on conflict (post_id) do nothing`.execute(db.db);
}

async function insertHashtags(db: Db, posts: IndexedPost[]): Promise<void> {
  const rows = posts.flatMap(({ id, hashtags }) =>
    distinctTags(hashtags).map(({ tag, shown }) => ({ id, tag, shown })),
  );
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await sql`
    insert into post_hashtags (post_id, tag, shown, author_id, visibility, created_at)
    select posts.id, made.tag, made.shown, posts.author_id, posts.visibility, posts.created_at
    from unnest(${ids}::uuid[], ${rows.map(({ tag }) => tag)}::text[],
      ${rows.map(({ shown }) => shown)}::text[]) as made (id, tag, shown)
    join posts on posts.id = made.id and posts.id = any(${ids}::uuid[]) and ${foundPosts}
    on conflict (post_id, tag) do nothing`.execute(db.db);
}

/** After an edit: the words anew, in the place the post had. */
export async function updateIndex(db: Db, post: IndexedPost): Promise<void> {
  await sql`update post_search set words = ${vectorOf(post)}::tsvector || post_search_eras(number)
    where post_id = ${post.id}`.execute(db.db);
  await db.db.deleteFrom('post_hashtags').where('post_id', '=', post.id).execute();
  await insertHashtags(db, [post]);
}

export async function deleteFromIndex(db: Db, postId: string): Promise<void> {
  await db.db.deleteFrom('post_search').where('post_id', '=', postId).execute();
  await db.db.deleteFrom('post_hashtags').where('post_id', '=', postId).execute();
}

/** Where filling in what was there before the index goes on; undefined once that is done. Held till the transaction ends. */
export async function lockBackfill(db: Db): Promise<string | undefined> {
  const row = await db.db
    .selectFrom('search_backfill')
    .select('before')
    .forUpdate()
    .executeTakeFirst();
  return row?.before;
}

export async function needsBackfill(db: Db): Promise<boolean> {
  return (
    (await db.db.selectFrom('search_backfill').select('before').executeTakeFirst()) !== undefined
  );
}

/** Ids of the newest posts below this one, the newest first. */
export async function listUnindexed(db: Db, before: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from posts where id < ${before} and ${foundPosts} order by id desc limit ${limit}`.execute(
    db.db,
  );
  return rows.map(({ id }) => id);
}

/**
 * These posts, but those deleted meanwhile. Locked, so that none is edited or deleted between here and the index: one
 * by one, as a distributed database can.
 */
export async function lockUnindexed(db: Db, ids: string[]): Promise<IndexedPost[]> {
  const posts: IndexedPost[] = [];
  for (const id of ids) {
    const { rows } = await sql<IndexedPost>`
      select id, author_id, content, hashtags from posts where id = ${id} and ${foundPosts} for share`.execute(
      db.db,
    );
    posts.push(...rows);
  }
  return posts;
}

/** Notes how far it is; null when nothing is left. */
export async function moveBackfill(db: Db, before: string | null): Promise<void> {
  if (before === null) await db.db.deleteFrom('search_backfill').execute();
  else await db.db.updateTable('search_backfill').set({ before }).execute();
}
