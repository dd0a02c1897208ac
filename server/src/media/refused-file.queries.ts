import { sql } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { exec, one } from '../platform/database/query.ts';

/** Whether one of these files is refused, by the SHA-256 of their bytes. */
export async function hasRefused(ctx: Context, digests: Buffer[]): Promise<boolean> {
  const found = await one(
    ctx.db.reads,
    { digest: 'bytea' },
    sql`select digest from refused_files where digest = any(${digests}::bytea[]) limit 1`,
  );
  return found !== undefined;
}

/** Refuses the files of these media from now on, because of a case. Queries by media, then writes. */
export async function refuseFiles(ctx: Context, caseId: string, mediaIds: string[]): Promise<void> {
  if (mediaIds.length === 0) return;
  const media = await ctx.db
    .selectFrom('media')
    .select('digest')
    .where('id', '=', sql<string>`any(${mediaIds}::uuid[])`)
    .execute();
  for (const { digest } of media)
    if (digest)
      await ctx.db
        .insertInto('refused_files')
        .values({ digest, case_id: caseId })
        .onConflict((conflict) => conflict.columns(['digest', 'case_id']).doNothing())
        .execute();
}

/** Allows the files again that this case refused. */
export async function allowFiles(ctx: Context, caseId: string): Promise<void> {
  await exec(ctx.db, sql`delete from refused_files where case_id = ${caseId}`);
}
