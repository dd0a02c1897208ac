import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';

export interface FormerAppPosition {
  userId: string;
  enabledAt: Date;
}

/** The encrypted secrets of apps, of people after this id. */
export async function listSealedSecrets(
  ctx: Pick<Context, 'db'>,
  afterUserId: string,
  limit: number,
) {
  return ctx.db
    .selectFrom('second_factors')
    .select(['user_id', 'secret', 'pending_secret'])
    .where('user_id', '>', afterUserId)
    .orderBy('user_id')
    .limit(sql.lit(limit))
    .execute();
}

/** Changes nothing if the person has another secret now. */
export async function replaceSecret(
  ctx: Pick<Context, 'db'>,
  userId: string,
  column: 'secret' | 'pending_secret',
  [before, after]: readonly [Buffer, Buffer],
): Promise<void> {
  await ctx.db
    .updateTable('second_factors')
    .set({ [column]: after })
    .where('user_id', '=', userId)
    .where(column, '=', before)
    .execute();
}

export async function listFormerSecrets(
  ctx: Pick<Context, 'db'>,
  { userId, enabledAt }: FormerAppPosition,
  limit: number,
) {
  return ctx.db
    .selectFrom('former_apps')
    .select(['user_id', 'enabled_at', 'secret'])
    .where(
      sql<boolean>`(user_id, date_trunc('milliseconds', enabled_at)) > (${userId}::uuid, ${enabledAt}::timestamptz)`,
    )
    .orderBy('user_id')
    .orderBy('enabled_at')
    .limit(sql.lit(limit))
    .execute();
}

export async function replaceFormerSecret(
  ctx: Pick<Context, 'db'>,
  userId: string,
  [before, after]: readonly [Buffer, Buffer],
): Promise<void> {
  await ctx.db
    .updateTable('former_apps')
    .set({ secret: after })
    .where('user_id', '=', userId)
    .where('secret', '=', before)
    .execute();
}
