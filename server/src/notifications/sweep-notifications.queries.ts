import { sql } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { inBatches } from '../platform/database/in-batches.ts';
import { exec } from '../platform/database/query.ts';

const RETENTION_DAYS = 180;

export async function deleteOldNotifications(ctx: Context): Promise<void> {
  await inBatches(async (limit) =>
    exec(
      ctx.db,
      sql`delete from notifications where id = any(array(
          select id from notifications where created_at < now() - make_interval(days => ${sql.lit(RETENTION_DAYS)})
          order by created_at limit ${sql.lit(limit)}))`,
    ),
  );
}
