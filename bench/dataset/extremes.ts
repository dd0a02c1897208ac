import { sql } from 'kysely';
import type { Database } from '../../server/src/platform/database/client.ts';
import { insertNamesAndEmails } from '../../server/src/users/username.queries.ts';
import { recountPeople } from '../../tools/seed/recount.ts';
import { inBatches } from '../../tools/seed/scale/batches.ts';

/** The number of readers of each kind. */
const READERS_PER_KIND = 16;
/** The number of accounts that each kind of reader follows. Both kinds draw from all accounts with equal probability. */
export const FOLLOWED = { few: 50, many: 5_000 };
/** The number of followers of the author with few followers. */
const SMALL_AUTHOR_FOLLOWERS = 1_000;

/** Adds readers who follow few or many accounts, and authors with few or many followers. */
export async function addExtremes(db: Database, followers: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from users order by id`.execute(db);
  const crowd = rows.map(({ id }) => id);
  await addPeople(db, 'reader_few', READERS_PER_KIND);
  await addPeople(db, 'reader_many', READERS_PER_KIND);
  await addPeople(db, 'author_few', 1);
  await addPeople(db, 'author_many', 1);
  await addPeople(db, 'bystander', Math.max(0, followers - crowd.length));
  for (const [name, most] of Object.entries(FOLLOWED))
    await sql`
      insert into follows (follower_id, followee_id)
      select reader.id, followed.id from users as reader
      cross join lateral (select id from unnest(${crowd}::uuid[]) as crowd (id)
        order by hashtext(id::text || reader.username) limit ${most}) as followed
      where reader.username like ${`reader\\_${name}\\_%`}`.execute(db);
  for (const [name, most] of [
    ['few', SMALL_AUTHOR_FOLLOWERS],
    ['many', followers],
  ] as const)
    await sql`
      insert into follows (follower_id, followee_id)
      select follower.id, author.id from users as author
      cross join lateral (select id from users
        where username not like 'author\\_%' and username not like 'reader\\_%'
        order by hashtext(id::text) limit ${most}) as follower
      where author.username = ${`author_${name}_1`}`.execute(db);
  const { rows: everyone } = await sql<{ id: string }>`select id from users`.execute(db);
  await inBatches(everyone, async (some) =>
    recountPeople(
      db,
      some.map(({ id }) => id),
    ),
  );
  for (const table of ['users', 'user_stats', 'follows'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
}

/** Inserts people with the usernames `name_1`, `name_2` and so on. */
async function addPeople(db: Database, name: string, count: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into users (id, username, full_name)
      select uuidv7(), ${name} || '_' || n, 'Some Body' from generate_series(1, ${count}::int) as n
      returning id, username),
    accounts_made as (
      insert into accounts (user_id, email, password_hash)
      select id, username || '@bench.example.org', 'none' from made)
    insert into user_stats (user_id) select id from made returning user_id as id`.execute(db);
  await inBatches(rows, async (some) =>
    insertNamesAndEmails(
      { db },
      some.map(({ id }) => id),
    ),
  );
}
