import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { inBatches } from '../../platform/database/in-batches.ts';
import { exec, narrow, one, rows, type Row } from '../../platform/database/query.ts';

/** Texts are compared with those of the last hours. */
export const COMPARED_HOURS = 24;
/** The staff sees where a text was written in the last days. */
export const SIGHTING_DAYS = 7;
/** The most places of one text that are kept. */
export const MAX_SIGHTINGS = 500;

export interface Sighting {
  fingerprint: Buffer;
  authorId: string;
  /** The post that began the thread, or the conversation. */
  placeId: string;
  subject: { type: 'post' | 'message'; id: string };
  isNew: boolean;
}

const counts = { own_places: 'int4', new_authors: 'int4', new_places: 'int4' } as const;
export type SightingCounts = Row<typeof counts>;

/** Notes where a text was written. Counts its places of this author, and the authors and places of new accounts. All rows have one key. */
export async function noteSighting(ctx: Context, sighting: Sighting): Promise<SightingCounts> {
  const { fingerprint, authorId, placeId, subject, isNew } = sighting;
  const found = await one(
    ctx.db,
    counts,
    sql`select own_places, new_authors, new_places from note_text(${fingerprint}::bytea, ${authorId}, ${placeId}, ${subject.type},
      ${subject.id}, ${isNew}, ${MAX_SIGHTINGS}::int, ${COMPARED_HOURS}::int)`,
  );
  return found ?? { own_places: 0, new_authors: 0, new_places: 0 };
}

const written = {
  author_id: 'uuid',
  subject_type: narrow<'post' | 'message'>('text'),
  subject_id: 'uuid',
} as const;
export type WrittenText = Row<typeof written>;

/** Finds the new accounts that recently wrote a text, each with the newest place. */
export async function listNewAuthors(
  ctx: Context,
  fingerprint: Buffer,
  limit: number,
): Promise<WrittenText[]> {
  return rows(
    ctx.db,
    written,
    sql`select distinct on (author_id) author_id, subject_type, subject_id from text_sightings
      where fingerprint = ${fingerprint}::bytea and is_new and at > now() - ${COMPARED_HOURS}::int * interval '1 hour'
      order by author_id, at desc limit ${limit}`,
  );
}

const spread = {
  fingerprint: 'bytea',
  times: 'int4',
  accounts: 'int4',
  new_accounts: 'int4',
  first_at: 'timestamptz',
  last_at: 'timestamptz',
} as const;
export type TextSpread = Row<typeof spread>;

/** Counts where each of these texts was written in the last days. */
export async function findSpread(ctx: Context, fingerprints: Buffer[]): Promise<TextSpread[]> {
  if (fingerprints.length === 0) return [];
  return rows(
    ctx.db.reads,
    spread,
    sql`select fingerprint, count(*)::int as times, count(distinct author_id)::int as accounts,
        (count(distinct author_id) filter (where is_new))::int as new_accounts, min(at) as first_at, max(at) as last_at
      from text_sightings where fingerprint = any(${fingerprints}::bytea[]) group by fingerprint`,
  );
}

export async function deleteOldSightings(ctx: Context): Promise<void> {
  await inBatches(async (limit) =>
    exec(
      ctx.db,
      sql`delete from text_sightings where (fingerprint, author_id, place_id) in (
          select fingerprint, author_id, place_id from text_sightings
          where at < now() - ${sql.lit(SIGHTING_DAYS)} * interval '1 day' order by at limit ${sql.lit(limit)})`,
    ),
  );
}
