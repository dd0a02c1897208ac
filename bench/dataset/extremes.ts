import { sql } from 'kysely';
import type { Database } from '../../server/src/db/client.ts';
import { enterNames } from '../../server/src/users/name.queries.ts';
import { recountPeople } from '../../tools/seed/recount.ts';
import { inBatches } from '../../tools/seed/scale/batches.ts';

/** Readers of each kind. */
const READERS = 16;
/** How many the readers of each kind follow, drawn evenly from all, so that what they follow is alike. */
export const FOLLOWED = { few: 50, many: 5_000 };
const FOLLOWERS_OF_FEW = 1_000;

/** People for what grows: readers who follow few and many, authors whom few and many follow; all by the names given here. */
export async function addExtremes(db: Database, followers: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from users order by id`.execute(db);
  const crowd = rows.map(({ id }) => id);
  await addPeople(db, 'reader_few', READERS);
  await addPeople(db, 'reader_many', READERS);
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
    ['few', FOLLOWERS_OF_FEW],
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

/** Named `name_1` and so on. */
async function addPeople(db: Database, name: string, count: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into users (id, username, full_name)
      select uuidv7(), ${name} || '_' || n, 'Some Body' from generate_series(1, ${count}::int) as n
      returning id)
    insert into user_stats (user_id) select id from made returning user_id as id`.execute(db);
  await inBatches(rows, async (some) =>
    enterNames(
      { db },
      some.map(({ id }) => id),
    ),
  );
}
