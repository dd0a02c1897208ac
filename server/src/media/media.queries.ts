import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../kernel/context.ts';
import type { MediaRecord } from '../platform/database/tables.ts';
import type { PreparedMedia } from '../platform/http/uploads/prepared-media.ts';
import type { StoredFile } from '../platform/storage/storage.ts';
import { narrow, one, rows } from '../platform/database/query.ts';
import { isPoster } from './worker/worker-tasks.ts';
import { isHidden } from '../users/hidden-user.queries.ts';

export async function findExistingIds(ctx: Context, ids: string[]): Promise<Set<string>> {
  const rows = await ctx.db.reads
    .selectFrom('media')
    .select('id')
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Lists media with their files, in the order of their ids. */
export async function listMediaFiles(ctx: Context, after: string, limit: number) {
  return ctx.db.reads
    .selectFrom('media')
    .select(['id', 'files'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function findMedia(ctx: Context, id: string): Promise<MediaRecord | undefined> {
  return ctx.db.reads.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds a medium, and whether its owner is hidden. */
export async function findMediumWithOwner(
  ctx: Context,
  id: string,
): Promise<(MediaRecord & { is_owner_hidden: boolean }) | undefined> {
  return ctx.db.reads
    .selectFrom('media')
    .selectAll()
    .select(isHidden(sql`media.owner_id`).as('is_owner_hidden'))
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The columns of a medium that its presenter reads. */
export type ShownMedia = Pick<
  MediaRecord,
  'id' | 'is_public' | 'kind' | 'status' | 'width' | 'height' | 'alt' | 'placeholder' | 'files'
>;

/** Selects these media in one row. `ids` is an array in SQL. */
export const shownMediaOf = (ids: RawBuilder<unknown>) => sql`
  select json_agg(json_build_object('id', id, 'is_public', is_public, 'kind', kind, 'status', status, 'width', width,
    'height', height, 'alt', alt, 'placeholder', placeholder, 'files', files)) as media
  from media where id = any(${ids}::uuid[])`;
export const shownMediaColumn = { media: narrow<ShownMedia[] | null>('json?') } as const;

export async function findShownMedia(ctx: Context, ids: string[]): Promise<ShownMedia[]> {
  const found = await one(ctx.db.reads, shownMediaColumn, shownMediaOf(sql`${ids}`));
  return found?.media ?? [];
}

/** Inserts an unattached medium. */
export async function insertMedia(
  ctx: Context,
  ownerId: string,
  { id, kind, status, width, height, placeholder, files, digest }: PreparedMedia,
  alt: string,
): Promise<void> {
  await ctx.db
    .insertInto('media')
    .values({
      id,
      owner_id: ownerId,
      kind,
      status,
      width,
      height,
      placeholder,
      alt,
      files: JSON.stringify(files),
      is_animated: kind === 'image' && files.some(isPoster),
      digest,
    })
    .execute();
}

/** Stores the result of a video's processing. Returns false if the row was deleted meanwhile. */
export async function finishMedia(
  ctx: Context,
  id: string,
  {
    files,
    ...change
  }: Pick<MediaRecord, 'width' | 'height' | 'placeholder'> & { files: StoredFile[] },
): Promise<boolean> {
  const rows = await ctx.db
    .updateTable('media')
    .set({ ...change, status: 'ready', files: JSON.stringify(files) })
    .where('id', '=', id)
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** Inserts an avatar or cover. Everyone may see those. */
export async function insertProfilePicture(
  ctx: Context,
  ownerId: string,
  picture: PreparedMedia,
): Promise<void> {
  await insertMedia(ctx, ownerId, picture, '');
  await ctx.db
    .updateTable('media')
    .set({ used_for: 'profile', is_public: true })
    .where('id', '=', picture.id)
    .execute();
}

/** The facts about a deleted row that its clean-up needs. */
export type DeletedMedia = Pick<MediaRecord, 'id' | 'owner_id' | 'used_for' | 'draft_id' | 'files'>;
const deletedColumns = ['id', 'owner_id', 'used_for', 'draft_id', 'files'] as const;

/** Deletes avatars or covers. */
export async function deleteProfilePictures(
  ctx: Context,
  ownerId: string,
  ids: string[],
): Promise<DeletedMedia[]> {
  return ctx.db
    .deleteFrom('media')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('owner_id', '=', ownerId)
    .where('used_for', '=', 'profile')
    .returning(deletedColumns)
    .execute();
}

/** Attaches a person's own unattached picture to the site. Returns whether there was one. */
export async function attachSitePicture(
  ctx: Context,
  ownerId: string,
  id: string,
): Promise<boolean> {
  const attached = await ctx.db
    .updateTable('media')
    .set({ used_for: 'site', is_public: true })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('used_for', '=', 'nothing')
    .where('kind', '=', 'image')
    .returning('id')
    .executeTakeFirst();
  return attached !== undefined;
}

export async function deleteSitePicture(ctx: Context, id: string): Promise<DeletedMedia[]> {
  return ctx.db
    .deleteFrom('media')
    .where('id', '=', id)
    .where('used_for', '=', 'site')
    .returning(deletedColumns)
    .execute();
}

/** Attaches a person's own unattached media to a post, in this order. Returns their drafts: null for each that belongs to none. */
export async function attachMedia(
  ctx: Context,
  ownerId: string,
  ids: string[],
  post: { id: string; isPublic: boolean },
): Promise<(string | null)[]> {
  const rows = await ctx.db
    .updateTable('media')
    .set({
      used_for: 'post',
      post_id: post.id,
      is_public: post.isPublic,
      position: sql<number>`array_position(${ids}::uuid[], id)`,
    })
    .where('id', '=', sql<string>`any(${ids})`)
    .where('owner_id', '=', ownerId)
    .where('used_for', '=', 'nothing')
    .returning('draft_id')
    .execute();
  return rows.map(({ draft_id }) => draft_id);
}

/** Detaches a person's own media from a post. Returns their number. */
export async function releaseMedia(
  ctx: Context,
  ownerId: string,
  post: { id: string; media_ids: string[] },
): Promise<number> {
  const rows = await ctx.db
    .updateTable('media')
    .set({
      used_for: 'nothing',
      post_id: null,
      is_public: false,
      draft_id: null,
      released_at: sql<Date>`now()`,
    })
    .where('id', '=', sql<string>`any(${post.media_ids}::uuid[])`)
    .where('owner_id', '=', ownerId)
    .where('post_id', '=', post.id)
    .returning('id')
    .execute();
  return rows.length;
}

export async function updateAlt(
  ctx: Context,
  ownerId: string,
  id: string,
  alt: string,
): Promise<MediaRecord | undefined> {
  return ctx.db
    .updateTable('media')
    .set({ alt })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('used_for', '=', 'nothing')
    .returningAll()
    .executeTakeFirst();
}

/** Deletes one of the viewer's unattached media. Returns no rows if it does not exist or is attached. */
export async function deleteOwnUpload(
  ctx: Context,
  ownerId: string,
  id: string,
): Promise<DeletedMedia[]> {
  return ctx.db
    .deleteFrom('media')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('used_for', '=', 'nothing')
    .returning(deletedColumns)
    .execute();
}

export async function deleteMedia(ctx: Context, ids: string[]): Promise<DeletedMedia[]> {
  if (ids.length === 0) return [];
  return ctx.db
    .deleteFrom('media')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .returning(deletedColumns)
    .execute();
}

/**
 * Lists videos that have waited longer than all attempts of their job take. `since` is the smallest id to search from.
 */
export async function findStuckVideos(
  ctx: Context,
  since: string,
  limit: number,
): Promise<string[]> {
  const rows = await ctx.db.reads
    .selectFrom('media')
    .select('id')
    .where('id', '>', since)
    .where('status', '=', 'processing')
    .where('created_at', '<', sql<Date>`now() - interval '12 hours'`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

const deletedMedia = {
  id: 'uuid',
  owner_id: 'uuid',
  used_for: narrow<MediaRecord['used_for']>('text'),
  draft_id: 'uuid?',
  files: narrow<StoredFile[]>('jsonb'),
} as const;

/** Deletes up to `limit` media that nobody attached within a day, and that belong to no draft. A deleted draft keeps them for a day. */
export async function deleteExpiredUploads(ctx: Context, limit: number): Promise<DeletedMedia[]> {
  return rows(
    ctx.db,
    deletedMedia,
    sql`delete from media where id = any(array(
        select id from media where used_for = 'nothing' and draft_id is null
          and coalesce(released_at, created_at) < now() - interval '24 hours'
        order by coalesce(released_at, created_at) limit ${limit}::int)) and used_for = 'nothing' and draft_id is null
      returning id, owner_id, used_for, draft_id, files`,
  );
}
