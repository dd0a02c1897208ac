import type { AdminPerson, PersonStatus } from '@roost/contract/admin';
import type { Paging } from '@roost/contract/wire';
import { z } from 'zod';
import type { MemberContext } from '../../kernel/context.ts';
import { pageOf, windowOf } from '../../platform/http/paging/paging.ts';
import { presentName } from '../../users/present-users.ts';
import {
  findLastUses,
  listPeopleRows,
  type PeopleFilter,
  type PersonRow,
} from './people.queries.ts';

const peopleCursor = z.object({ id: z.uuid() });

/** Lists a page of accounts for an admin, the newest first. */
export async function listPeople(ctx: MemberContext, filter: PeopleFilter, paging: Paging) {
  const { query, role = '', status = '' } = filter;
  const page = windowOf(ctx, paging, peopleCursor, 'admin people', query, role, status);
  const found = await listPeopleRows(ctx, filter, page);
  const { rows, pagination, total } = pageOf(found, paging, page, ({ id }) => ({ id }));
  const lastUses = await findLastUses(
    ctx,
    rows.map(({ id }) => id),
  );
  return {
    people: rows.map((row) => presentPerson(ctx, row, lastUses.get(row.id))),
    pagination: { ...pagination, totalPeople: total },
  };
}

function presentPerson(
  ctx: MemberContext,
  row: PersonRow,
  lastUsedAt: Date | undefined,
): AdminPerson {
  return {
    ...presentName(ctx, row),
    email: row.email,
    role: row.role,
    status: statusOf(row),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isInvited: row.is_invited,
    reason: row.reason,
  };
}

/** If several apply, the strongest one. */
const strongestFirst = ['erased', 'closing', 'banned', 'suspended', 'pending'] as const;

export function statusOf({ hidden }: Pick<PersonRow, 'hidden'>): PersonStatus {
  return strongestFirst.find((status) => hidden.includes(status)) ?? 'active';
}
