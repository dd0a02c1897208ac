import { sql, type Insertable } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { RowRange } from '../../platform/http/paging/paging.ts';

export async function insertInvite(
  tx: Context,
  invite: Insertable<Tables['invites']>,
): Promise<void> {
  await tx.db.insertInto('invites').values(invite).execute();
}

const columns = ['id', 'created_by', 'max_uses', 'used', 'expires_at', 'created_at'] as const;

/** Lists invites that still work, newest first. */
export async function listUsableInvites(ctx: Context, page: RowRange<{ id: string }>) {
  return ctx.db.reads
    .selectFrom('invites')
    .select(columns)
    .where(sql<boolean>`used < max_uses and expires_at > now()`)
    .$if(page.after !== null, (query) => query.where('id', '<', page.after?.id ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** Returns the invite that it deletes, or undefined if there is none. */
export async function deleteInviteRow(tx: Context, id: string) {
  return tx.db.deleteFrom('invites').where('id', '=', id).returning(columns).executeTakeFirst();
}

/** Deletes invites that have not worked for a week. */
export async function deleteOldInvites(ctx: Context): Promise<void> {
  await ctx.db
    .deleteFrom('invites')
    .where('expires_at', '<', sql<Date>`now() - interval '7 days'`)
    .execute();
}
