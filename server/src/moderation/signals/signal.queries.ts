import { sql } from 'kysely';
import type { Role } from '@roost/contract/users';
import type { Context } from '../../kernel/context.ts';
import { narrow, rows, type Row } from '../../platform/database/query.ts';

const standing = {
  id: 'uuid',
  role: narrow<Role>('text'),
  may_count_as_new: 'bool',
  is_verified: 'bool',
  network: 'text?',
} as const;
export type AccountStanding = Row<typeof standing>;

/** Finds what the newness of these accounts depends on, and the ranges of addresses from which they were registered. */
export async function findStandings(ctx: Context, ids: string[]): Promise<AccountStanding[]> {
  if (ids.length === 0) return [];
  return rows(
    ctx.db.reads,
    standing,
    sql`select users.id, role, coalesce(may_count_as_new, false) as may_count_as_new,
        accounts.email_verified_at is not null as is_verified, nullif(network, '') as network
      from users left join accounts on accounts.user_id = users.id left join registrations on registrations.user_id = users.id
      where users.id = any(${ids}::uuid[])`,
  );
}

/** Registrations are compared with those of the last days. */
const COMPARED_DAYS = 30;

/** Counts the accounts that were registered recently from each of these ranges. Queries all shards. */
export async function countRegistrations(
  ctx: Context,
  networks: string[],
): Promise<{ network: string; count: number }[]> {
  if (networks.length === 0) return [];
  return rows(
    ctx.db.reads,
    { network: 'text', count: 'int4' },
    sql`select network, count(*)::int as count from registrations
      where network = any(${networks}::text[]) and created_at > now() - ${COMPARED_DAYS}::int * interval '1 day'
      group by network`,
  );
}
