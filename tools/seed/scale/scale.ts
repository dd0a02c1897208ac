import { sql } from 'kysely';
import type { Database } from '../../../server/src/platform/database/client.ts';
import { extendPostingLists } from '../../../server/src/posts/search-index/posting-lists.queries.ts';
import { Chance } from '../chance.ts';
import { recountPeople, recountPosts } from '../recount.ts';
import { inBatches } from './batches.ts';
import { writeChats } from './chats.ts';
import { makeCrowd } from './crowd.ts';
import { writeCrowd, writeFollows } from './people.ts';
import { writeComments, writeLikes, writePosts, writeReposts } from './posts.ts';
import type { Size } from './size.ts';
import { writeTraces } from './traces.ts';

/** The default size of `--scale`. */
export const SCALE: Size = {
  people: 20_000,
  posts: 400_000,
  follows: 62,
  comments: 150_000,
  reposts: 20_000,
  likes: 600_000,
  conversations: 20_000,
  messages: 400_000,
};

/** Adds a large network beside the demo, or its missing parts. Returns false if it is complete already. */
export async function scaleUp(
  db: Database,
  now: Date,
  size: Size,
  log: (line: string) => void = () => {},
): Promise<boolean> {
  const isNew = (await strangers(db)).length === 0;
  if (isNew) await addCrowd(db, now, size, log);
  return (await addChats(db, now, size, log)) || isNew;
}

/** Ids of the people of the large network, the best known first. */
async function strangers(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from accounts join user_stats using (user_id)
    where lower(email) like '%@scale.example.org' order by followers_count desc, user_id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

async function addChats(
  db: Database,
  now: Date,
  size: Size,
  log: (line: string) => void,
): Promise<boolean> {
  const people = await strangers(db);
  const { rows } = await sql`
    select from conversation_members where user_id = any(${people}::uuid[]) limit 1`.execute(db);
  if (rows.length > 0) return false;
  const chance = new Chance(2027);
  await writeChats(db, people, { size, now: now.getTime(), chance });
  log(`${size.messages} messages`);
  await tidy(db, [
    'conversations',
    'messages',
    'conversation_members',
    'event_log_entries',
    'event_log_heads',
  ]);
  return true;
}

async function addCrowd(
  db: Database,
  now: Date,
  size: Size,
  log: (line: string) => void,
): Promise<void> {
  const chance = new Chance(2026);
  const crowd = makeCrowd(size.people, now.getTime(), chance);
  await writeCrowd(db, crowd);
  log(`${crowd.length} people`);
  await writeFollows(db, crowd, size.follows, chance);
  log('their follows');
  const posts = await writePosts(db, crowd, { size, now: now.getTime(), chance });
  while (await extendPostingLists(db));
  log(`${size.posts} posts`);
  const comments = await writeComments(db, crowd, posts, { size, now: now.getTime(), chance });
  await writeLikes(db, crowd, posts, size.likes, chance);
  await writeReposts(db, crowd, posts, { size, now: now.getTime(), chance });
  await writeTraces(db);
  log('comments, likes and what comes of them');
  await inBatches(crowd, async (some) =>
    recountPeople(
      db,
      some.map(({ id }) => id),
    ),
  );
  await inBatches([...posts, ...comments], async (some) => recountPosts(db, some));
  await tidy(db, [
    'users',
    'follows',
    'posts',
    'post_stats',
    'author_posts',
    'thread_posts',
    'post_engagers',
    'likes',
    'bookmarks',
    'blocks',
    'blocked_by',
    'notifications',
    'suggestion_dismissals',
    'post_search',
    'posting_lists',
    'post_hashtags',
  ]);
}

/** Vacuums and analyses, as autovacuum does in a running database. */
async function tidy(db: Database, tables: string[]): Promise<void> {
  for (const table of tables) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
}
