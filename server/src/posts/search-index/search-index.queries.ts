import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec, rows } from '../../platform/database/query.ts';
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
  const made = await rows(
    db.db,
    { number: 'int8' },
    sql`select nextval('post_search_numbers') as number from generate_series(1, ${posts.length}::int)`,
  );
  await insertWords(
    db,
    posts,
    made.map((row) => row.number),
  );
  await insertHashtags(db, posts);
}

/** Assigns the rising `numbers` to the posts in the order of their ids. */
async function insertWords(db: Db, posts: IndexedPost[], numbers: number[]): Promise<void> {
  const ordered = posts.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const ids = ordered.map(({ id }) => id);
  await exec(
    db.db,
    sql`insert into post_search (post_id, number, author_id, visibility, created_at, words)
      select posts.id, made.number, posts.author_id, posts.visibility, posts.created_at,
        made.words::tsvector || post_search_eras(made.number)
      from unnest(${ids}::uuid[], ${numbers}::bigint[], ${ordered.map(vectorOf)}::text[]) as made (id, number, words)
      join posts on posts.id = made.id and posts.id = any(${ids}::uuid[]) and ${foundPosts}
      on conflict (post_id) do nothing`,
  );
}

async function insertHashtags(db: Db, posts: IndexedPost[]): Promise<void> {
  const tags = posts.flatMap(({ id, hashtags }) =>
    distinctTags(hashtags).map(({ tag, shown }) => ({ id, tag, shown })),
  );
  if (tags.length === 0) return;
  const ids = tags.map(({ id }) => id);
  await exec(
    db.db,
    sql`insert into post_hashtags (post_id, tag, shown, author_id, visibility, created_at)
      select posts.id, made.tag, made.shown, posts.author_id, posts.visibility, posts.created_at
      from unnest(${ids}::uuid[], ${tags.map(({ tag }) => tag)}::text[],
        ${tags.map(({ shown }) => shown)}::text[]) as made (id, tag, shown)
      join posts on posts.id = made.id and posts.id = any(${ids}::uuid[]) and ${foundPosts}
      on conflict (post_id, tag) do nothing`,
  );
}

/** Replaces the words and hashtags of an edited post. The post keeps its number. */
export async function updateIndex(db: Db, post: IndexedPost): Promise<void> {
  await exec(
    db.db,
    sql`update post_search set words = ${vectorOf(post)}::tsvector || post_search_eras(number)
      where post_id = ${post.id}`,
  );
  await db.db.deleteFrom('post_hashtags').where('post_id', '=', post.id).execute();
  await insertHashtags(db, [post]);
}

export async function deleteFromIndex(db: Db, postId: string): Promise<void> {
  await db.db.deleteFrom('post_search').where('post_id', '=', postId).execute();
  await db.db.deleteFrom('post_hashtags').where('post_id', '=', postId).execute();
}
