import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { distinctTags, vectorOf } from './search-words.ts';

/** Not a whole context, because the demo's seed also writes the index. */
export type Db = Pick<Context, 'db'>;

/** A post as the index needs it. The index ignores comments and reposts. */
export interface IndexedPost {
  id: string;
  author_id: string;
  content: string;
  hashtags: string[];
}

/** Posts that the index holds: no comments, no reposts. */
const foundPosts = sql`posts.parent_id is null and posts.repost_of_id is null and posts.deleted_at is null`;

/** Adds new posts to the index, in the transaction that inserts them. */
export async function insertIntoIndex(db: Db, posts: IndexedPost[]): Promise<void> {
  // A separate statement: Citus keeps the sequence on the coordinator, and posts on the workers.
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

/** Assigns the rising `numbers` to the posts in the order of their ids. */
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

/** Replaces the words and hashtags of an edited post. The post keeps its number. */
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
