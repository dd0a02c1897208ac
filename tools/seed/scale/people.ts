import { sql } from 'kysely';
import { hashNow } from '../../../server/src/auth/passwords/argon2.ts';
import type { Database } from '../../../server/src/platform/database/client.ts';
import { insertNamesAndEmails } from '../../../server/src/users/username.queries.ts';
import type { Chance } from '../chance.ts';
import { DEMO_PASSWORD } from '../demo-accounts.ts';
import { inBatches } from './batches.ts';
import { rankIn, type Stranger } from './crowd.ts';

export async function writeCrowd(db: Database, crowd: Stranger[]): Promise<void> {
  // All share one password hash, because twenty thousand hashes would take an hour.
  const hash = hashNow(DEMO_PASSWORD);
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
    await insertNamesAndEmails({ db }, ids);
  });
}

/** Everyone follows a few well-known people and some others. The best-known people have thousands of followers. */
export async function writeFollows(
  db: Database,
  crowd: Stranger[],
  mean: number,
  chance: Chance,
): Promise<void> {
  // Works in batches of people, because all pairs of a large crowd would fill the memory.
  await inBatches(crowd, async (followers) => {
    const pairs = followers.flatMap((one) =>
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
  });
}
