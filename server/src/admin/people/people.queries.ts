import { sql } from 'kysely';
import type { PersonStatus } from '@roost/contract/admin';
import type { Role } from '@roost/contract/users';
import type { Context } from '../../kernel/context.ts';
import { narrow, rows, type Row } from '../../platform/database/query.ts';
import type { RowRange } from '../../platform/http/paging/paging.ts';

export interface PeopleFilter {
  query: string;
  role?: Role | undefined;
  status?: PersonStatus | undefined;
  /** One person only. */
  id?: string;
}

const person = {
  id: 'uuid',
  username: 'text',
  full_name: 'text',
  avatar: 'text?',
  role: narrow<Role>('text'),
  created_at: 'timestamptz',
  email: 'text',
  is_invited: 'bool',
  reason: 'text',
  hidden: narrow<Exclude<PersonStatus, 'active'>[]>('text[]'),
} as const;
export type PersonRow = Row<typeof person>;

const hiddenReasons = sql`array(select hidden_users.reason from hidden_users
  where hidden_users.user_id = users.id and until > now() order by 1)`;

/** Lists accounts, the newest first. Asks all shards, because only admins search by a part of a name. */
export async function listPeopleRows(
  ctx: Context,
  { query, role, status, id }: PeopleFilter,
  page: RowRange<{ id: string }>,
): Promise<PersonRow[]> {
  const isAddress = query.includes('@');
  const matches =
    query === ''
      ? sql`true`
      : isAddress
        ? sql`lower(email) = lower(${query})`
        : sql`names like '%' || regexp_replace(folded_name(${query}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
  const hasStatus =
    status === undefined
      ? sql`true`
      : status === 'active'
        ? sql`cardinality(${hiddenReasons}) = 0`
        : sql`${status} = any(${hiddenReasons})`;
  return rows(
    ctx.db.reads,
    person,
    sql`select users.id, username, full_name, avatar, role, users.created_at, email,
        coalesce(is_invited, false) as is_invited, coalesce(registrations.reason, '') as reason, ${hiddenReasons} as hidden
      from users join accounts on accounts.user_id = users.id
        left join registrations on registrations.user_id = users.id
      where ${id === undefined ? sql`true` : sql`users.id = ${id}`} and ${matches} and ${hasStatus} and (${role ?? null}::text is null or role = ${role ?? null})
        and (${page.after?.id ?? null}::uuid is null or users.id < ${page.after?.id ?? null}::uuid)
      order by users.id desc limit ${page.limit} offset ${page.offset}`,
  );
}

/** When a session of each of these people was last used. Sessions are not stored by person, so this asks all shards. */
export async function findLastUses(ctx: Context, ids: string[]): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map();
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid', used: 'timestamptz' },
    sql`select user_id as id, max(last_used_at) as used from sessions
      where user_id = any(${ids}::uuid[]) group by user_id`,
  );
  return new Map(found.map(({ id, used }) => [id, used]));
}
