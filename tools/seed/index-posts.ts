import { sql } from 'kysely';
import type { Database } from '../../server/src/platform/database/client.ts';
import { exec, rows } from '../../server/src/platform/database/query.ts';
import { distinctTags, vectorOf } from '../../server/src/posts/search-index/search-words.ts';

/** A post, as the search index needs it. */
interface IndexedPost {
  id: string;
  author_id: string;
  content: string;
  hashtags: string[];
}

/** Adds many stored posts to the search index. The server does this for one post at a time, in `insertPost`. */
export async function indexPosts(db: Database, posts: IndexedPost[]): Promise<void> {
  // A separate statement: Citus keeps the sequence on the coordinator, and posts on the workers.
  const made = await rows(
    db,
    { number: 'int8' },
    sql`select nextval('post_search_numbers') as number from generate_series(1, ${posts.length}::int)`,
  );
  // Numbers rise with the ids.
  const ordered = posts.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const ids = ordered.map(({ id }) => id);
  await exec(
    db,
    sql`insert into post_search (post_id, number, author_id, visibility, created_at, words)
      select posts.id, made.number, posts.author_id, posts.visibility, posts.created_at,
        made.words::tsvector
      from unnest(${ids}::uuid[], ${made.map(({ number }) => number)}::bigint[], ${ordered.map(vectorOf)}::text[])
        as made (id, number, words)
      join posts on posts.id = made.id and posts.id = any(${ids}::uuid[])`,
  );
  const tags = posts.flatMap(({ id, hashtags }) =>
    distinctTags(hashtags).map(({ tag, shown }) => ({ id, tag, shown })),
  );
  if (tags.length === 0) return;
  const tagged = tags.map(({ id }) => id);
  await exec(
    db,
    sql`insert into post_hashtags (post_id, tag, shown, author_id, visibility, created_at)
      select posts.id, made.tag, made.shown, posts.author_id, posts.visibility, posts.created_at
      from unnest(${tagged}::uuid[], ${tags.map(({ tag }) => tag)}::text[], ${tags.map(({ shown }) => shown)}::text[])
        as made (id, tag, shown)
      join posts on posts.id = made.id and posts.id = any(${tagged}::uuid[])`,
  );
}
