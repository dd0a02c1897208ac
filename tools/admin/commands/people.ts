import { personStatus } from '@roost/contract/admin';
import { role as roles } from '@roost/contract/users';
import { statusOf } from '../../../server/src/admin/people/list-people.ts';
import {
  findLastUses,
  listPeopleRows,
  type PersonRow,
} from '../../../server/src/admin/people/people.queries.ts';
import type { Context } from '../../../server/src/kernel/context.ts';
import { oneOf, wholeNumber, type Command } from '../command.ts';
import { findPersonId } from '../find-person.ts';

export const listPeople: Command = {
  name: 'people list',
  summary: 'List accounts, newest first',
  options: {
    query: { type: 'string', help: 'a part of the name, or an email address' },
    role: { type: 'string', help: roles.options.join(', ') },
    status: { type: 'string', help: personStatus.options.join(', ') },
    limit: { type: 'string', help: 'how many to list (default: 50, at most 1000)' },
  },
  async run(ctx, { options }) {
    const limit = wholeNumber('limit', options['limit'], { fallback: 50, min: 1, max: 1_000 });
    const filter = {
      query: String(options['query'] ?? ''),
      role: oneOf('--role', options['role'], roles.options),
      status: oneOf('--status', options['status'], personStatus.options),
    };
    const rows = await listPeopleRows(ctx, filter, { after: null, offset: 0, limit });
    const people = await describe(ctx, rows);
    return {
      data: { people },
      lines: people.map(
        ({ username, role, status, email, createdAt }) =>
          `${username.padEnd(30)}  ${role.padEnd(9)}  ${status.padEnd(9)}  ${createdAt.slice(0, 10)}  ${email}`,
      ),
    };
  },
};

export const showPerson: Command = {
  name: 'people show',
  parameters: ['username'],
  summary: 'Show an account',
  async run(ctx, { arguments: [username = ''] }) {
    const id = await findPersonId(ctx, username);
    const [row] = await listPeopleRows(
      ctx,
      { query: '', id },
      { after: null, offset: 0, limit: 1 },
    );
    const [person] = await describe(ctx, row ? [row] : []);
    return {
      data: person,
      lines: Object.entries(person ?? {}).map(([name, value]) => `${name.padEnd(12)}  ${value}`),
    };
  },
};

async function describe(ctx: Context, rows: PersonRow[]) {
  const lastUses = await findLastUses(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    _id: row.id,
    username: row.username,
    fullName: row.full_name,
    email: row.email,
    role: row.role,
    status: statusOf(row),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: lastUses.get(row.id)?.toISOString() ?? null,
    isInvited: row.is_invited,
    reason: row.reason,
  }));
}
