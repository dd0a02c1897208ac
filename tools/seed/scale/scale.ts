import { sql } from 'kysely';
import type { Database } from '../../../server/src/db/client.ts';
import { hashPassword } from '../../../server/src/auth/passwords.ts';
import { insertIntoIndex } from '../../../server/src/indexing/index.queries.ts';
import { findEntities } from '../../../server/src/posts/entities.ts';
import { idAt } from '../calendar.ts';
import { Chance } from '../chance.ts';
import { DEMO_PASSWORD } from '../demo-accounts.ts';
import { recountPeople, recountPosts } from '../recount.ts';
import { Chatter } from './chatter.ts';
import { makeCrowd, rankIn, type Stranger } from './crowd.ts';
import { writeTraces } from './traces.ts';

export interface Size {
  people: number;
  posts: number;
  /** Of each person, about. */
  follows: number;
  comments: number;
  likes: number;
}

/** What `--scale` makes. */
export const SCALE: Size = {
  people: 20_000,
  posts: 400_000,
  follows: 30,
  comments: 150_000,
  likes: 600_000,
};

const BATCH = 5_000;
const DAY = 86_400_000;

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

interface Plan {
  size: Size;
  now: number;
  chance: Chance;
}

async function inBatches<T>(all: T[], work: (some: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < all.length; start += BATCH)
    await work(all.slice(start, start + BATCH));
}

async function writeCrowd(db: Database, crowd: Stranger[]): Promise<void> {
  // One for all: twenty thousand would take an hour.
  const hash = await hashPassword(DEMO_PASSWORD);
  await inBatches(crowd, async (some) => {
    const ids = some.map(({ id }) => id);
    const names = some.map(({ username }) => username);
    await sql`insert into users (id, username, full_name, created_at)
      select * from unnest(${ids}::uuid[], ${names}::text[], ${some.map(({ fullName }) => fullName)}::text[],
        ${some.map(({ createdAt }) => createdAt)}::timestamptz[])`.execute(db);
    await sql`insert into accounts (user_id, email, password_hash)
      select id, name || '@scale.example.org', ${hash} from unnest(${ids}::uuid[], ${names}::text[]) as made (id, name)`.execute(
      db,
    );
    await sql`insert into user_stats (user_id) select unnest(${ids}::uuid[])`.execute(db);
  });
}

/** Everyone follows a few of the best known and some of the others; the first of all are followed by thousands. */
async function writeFollows(
  db: Database,
  crowd: Stranger[],
  mean: number,
  chance: Chance,
): Promise<void> {
  const pairs = crowd.flatMap((one) =>
    Array.from(
      { length: Math.ceil(chance.waiting(mean)) },
      () => [one, crowd[rankIn(crowd.length, chance)]] as const,
    ),
  );
  await inBatches(pairs, async (some) =>
    sql`insert into follows (follower_id, followee_id)
      select * from unnest(${some.map(([one]) => one.id)}::uuid[], ${some.map(([, other]) => other?.id)}::uuid[]) as pair (one, other)
      where one <> other and other is not null on conflict do nothing`.execute(db),
  );
}

/** In the order of their times, so that the index numbers them as they came. Gives their ids. */
async function writePosts(
  db: Database,
  crowd: Stranger[],
  { size, now, chance }: Plan,
): Promise<string[]> {
  const chatter = new Chatter(chance);
  // More of late than long ago, as a network that grows has it.
  const times = Array.from(
    { length: size.posts },
    () => now - chance.next() ** 1.5 * 365 * DAY,
  ).sort((a, b) => a - b);
  const ids: string[] = [];
  await inBatches(times, async (some) => {
    const posts = some.map((at) => {
      const content = chatter.say();
      const { hashtags } = findEntities(content);
      const author_id = crowd[rankIn(crowd.length, chance)]?.id ?? '';
      const visibility = chance.isTrue(0.12) ? 'followers' : 'public';
      return { id: idAt(new Date(at)), at: new Date(at), author_id, content, hashtags, visibility };
    });
    await sql`
      insert into posts (id, author_id, content, visibility, audience_id, party_ids, hashtags, created_at, edit_valid_till, edit_chances_left)
      select id, author_id, content, visibility, author_id, array[author_id], case when tags = '' then '{}' else string_to_array(tags, ' ') end, at, at, 0
      from (select id, author_id, content, visibility, coalesce(tags, '') as tags, at
        from unnest(${posts.map(({ id }) => id)}::uuid[], ${posts.map((post) => post.author_id)}::uuid[],
          ${posts.map(({ content }) => content)}::text[], ${posts.map(({ visibility }) => visibility)}::text[],
          ${posts.map(({ hashtags }) => hashtags.join(' '))}::text[], ${posts.map(({ at }) => at)}::timestamptz[])
          as made (id, author_id, content, visibility, tags, at)) as made`.execute(db);
    await sql`insert into post_stats (post_id) select unnest(${posts.map(({ id }) => id)}::uuid[])`.execute(
      db,
    );
    await insertIntoIndex({ db }, posts);
    ids.push(...posts.map(({ id }) => id));
  });
  return ids;
}

/** Most under a few posts. */
async function writeComments(
  db: Database,
  crowd: Stranger[],
  posts: string[],
  { size, now, chance }: Plan,
): Promise<void> {
  const chatter = new Chatter(chance);
  const comments = Array.from({ length: size.comments }, () => ({
    id: idAt(new Date(now - chance.next() * DAY)),
    author: crowd[rankIn(crowd.length, chance)]?.id,
    parent: posts.at(-1 - rankIn(posts.length, chance)),
    content: chatter.say(),
  }));
  await inBatches(comments, async (some) => {
    const ids = some.map(({ id }) => id);
    await sql`
      insert into posts (id, author_id, content, visibility, audience_id, party_ids, parent_id, root_id, created_at, edit_valid_till, edit_chances_left)
      select made.id, author, made.content, posts.visibility, posts.author_id,
        case when author = posts.author_id then array[author] else array[author, posts.author_id] end,
        posts.id, posts.id, now(), now(), 0
      from unnest(${ids}::uuid[], ${some.map(({ author }) => author)}::uuid[], ${some.map(({ parent }) => parent)}::uuid[],
        ${some.map(({ content }) => content)}::text[]) as made (id, author, parent, content)
      join posts on posts.id = parent`.execute(db);
    await sql`insert into post_stats (post_id) select unnest(${ids}::uuid[])`.execute(db);
  });
}

async function writeLikes(
  db: Database,
  crowd: Stranger[],
  posts: string[],
  count: number,
  chance: Chance,
): Promise<void> {
  const likes = Array.from({ length: count }, () => ({
    by: crowd[Math.floor(chance.next() * crowd.length)]?.id,
    post: posts.at(-1 - rankIn(posts.length, chance)),
  }));
  await inBatches(likes, async (some) =>
    sql`insert into likes (user_id, post_id)
      select * from unnest(${some.map(({ by }) => by)}::uuid[], ${some.map(({ post }) => post)}::uuid[]) as made
      on conflict do nothing`.execute(db),
  );
}
