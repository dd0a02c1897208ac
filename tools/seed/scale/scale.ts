import { sql } from 'kysely';
import type { Database } from '../../../server/src/db/client.ts';
import { Chance } from '../chance.ts';
import { recountPeople, recountPosts } from '../recount.ts';
import { inBatches } from './batches.ts';
import { makeCrowd } from './crowd.ts';
import { writeCrowd, writeFollows } from './people.ts';
import { writeComments, writeLikes, writePosts } from './posts.ts';
import type { Size } from './size.ts';
import { writeTraces } from './traces.ts';

/** What `--scale` makes. */
export const SCALE: Size = {
  people: 20_000,
  posts: 400_000,
  follows: 30,
  comments: 150_000,
  likes: 600_000,
};

/** Adds a large network of strangers beside the demo, once; false when it is there already. */
export async function scaleUp(
  db: Database,
  now: Date,
  size: Size,
  tell: (line: string) => void = () => {},
): Promise<boolean> {
  const { rows } =
    await sql`select from accounts where lower(email) like '%@scale.example.org' limit 1`.execute(
      db,
    );
  if (rows.length > 0) return false;
  const chance = new Chance(2026);
  const crowd = makeCrowd(size.people, now.getTime(), chance);
  await writeCrowd(db, crowd);
  tell(`${crowd.length} people`);
  await writeFollows(db, crowd, size.follows, chance);
  tell('their follows');
  const posts = await writePosts(db, crowd, { size, now: now.getTime(), chance });
  tell(`${size.posts} posts`);
  await writeComments(db, crowd, posts, { size, now: now.getTime(), chance });
  await writeLikes(db, crowd, posts, size.likes, chance);
  await writeTraces(db);
  tell('comments, likes and what comes of them');
  await inBatches(crowd, async (some) =>
    recountPeople(
      db,
      some.map(({ id }) => id),
    ),
  );
  await inBatches(posts, async (some) => recountPosts(db, some));
  for (const table of [
    'users',
    'follows',
    'posts',
    'post_stats',
    'likes',
    'bookmarks',
    'blocks',
    'notifications',
    'suggestion_dismissals',
    'post_search',
    'post_hashtags',
  ])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
  return true;
}
