import { sql } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { narrow, one, rows, type Row } from '../platform/database/query.ts';
import type { MediaRecord } from '../platform/database/tables.ts';
import type { StoredFile } from '../platform/storage/storage.ts';

// A report holds the media that its reporter saw. The files of held media stay, also after their row is deleted.

const heldMedium = {
  id: 'uuid',
  kind: narrow<MediaRecord['kind']>('text'),
  status: narrow<MediaRecord['status']>('text'),
  width: 'int4',
  height: 'int4',
  alt: 'text',
  placeholder: 'text',
  files: narrow<StoredFile[]>('jsonb'),
} as const;
/** The files of a medium that evidence holds. */
export type HeldMedium = Row<typeof heldMedium>;

/** Holds media for some evidence. Locks their rows, so that a deletion at the same time comes before the hold or after it. */
export async function holdMedia(ctx: Context, evidenceId: string, ids: string[]): Promise<void> {
  // Each in a statement, because Citus locks the rows of one key only. In one order, so that two transactions never deadlock.
  for (const id of ids.toSorted()) {
    const found = await one(
      ctx.db,
      heldMedium,
      sql`select id, kind, status, width, height, alt, placeholder, files from media where id = ${id} for share`,
    );
    if (!found) continue;
    const { id: media_id, files, ...medium } = found;
    await ctx.db
      .insertInto('held_media')
      .values({ ...medium, media_id, evidence_id: evidenceId, files: JSON.stringify(files) })
      .execute();
  }
}

/** Returns the ids of held media among these. */
export async function findHeldIds(ctx: Context, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const found = await rows(
    ctx.db,
    { media_id: 'uuid' },
    sql`select distinct media_id from held_media where media_id = any(${ids}::uuid[])`,
  );
  return new Set(found.map(({ media_id }) => media_id));
}

/** Finds a held medium, whether it still exists or not. */
export async function findHeldMedium(ctx: Context, id: string): Promise<HeldMedium | undefined> {
  return one(
    ctx.db.reads,
    heldMedium,
    sql`select media_id as id, kind, status, width, height, alt, placeholder, files from held_media
      where media_id = ${id} limit 1`,
  );
}
