import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { keysOf } from '../db/keys.ts';
import type { MediaRecord } from '../db/tables.ts';
import type { PreparedMedia } from './prepare-media.ts';
import type { StoredFile } from './storage/storage.ts';

export async function existingMedia(ctx: Context, ids: string[]): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('media')
    .select('id')
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
  return new Set(rows.map((row) => row.id));
}

export async function findMedia(ctx: Context, id: string): Promise<MediaRecord | undefined> {
  return ctx.db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findAllMedia(ctx: Context, ids: string[]): Promise<MediaRecord[]> {
  return ctx.db
    .selectFrom('media')
    .selectAll()
    .where('id', '=', sql<string>`any(${keysOf(ids)}::uuid[])`)
    .execute();
}

/** Adds a medium that nothing uses yet. */
export async function insertMedia(
  ctx: Context,
  ownerId: string,
  { id, kind, status, width, height, placeholder, files }: PreparedMedia,
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
    })
    .execute();
}

/** A video is through; false when it was deleted in the meantime. */
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

/** Adds an avatar or cover, which everyone may see. */
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

/** Takes avatars or covers away; the ids of what has files to be deleted. */
export async function deleteProfilePictures(
  ctx: Context,
  ownerId: string,
  ids: string[],
): Promise<string[]> {
  const rows = await ctx.db
    .deleteFrom('media')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('owner_id', '=', ownerId)
    .where('used_for', '=', 'profile')
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Gives own unused media to a post, in this order; the number that could be given. */
export async function attachMedia(
  ctx: Context,
  ownerId: string,
  ids: string[],
  post: { id: string; isPublic: boolean },
): Promise<number> {
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

/** False when there is no such own medium, or something uses it. */
export async function deleteUnusedMedia(
  ctx: Context,
  ownerId: string,
  id: string,
): Promise<boolean> {
  const rows = await ctx.db
    .deleteFrom('media')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('used_for', '=', 'nothing')
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** Takes media away; the ids of what has files to be deleted. */
export async function deleteMedia(ctx: Context, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .deleteFrom('media')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Videos that wait longer than all turns of their job take; `since` is the least id to look at. */
export async function findStuckVideos(
  ctx: Context,
  since: string,
  most: number,
): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('media')
    .select('id')
    .where('id', '>', since)
    .where('status', '=', 'processing')
    .where('created_at', '<', sql<Date>`now() - interval '12 hours'`)
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map((row) => row.id);
}

/** Takes away what nothing was made of within a day, some of it; the ids of what has files to be deleted. */
export async function deleteForgottenMedia(ctx: Context, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from media where id = any(array(
      select id from media where used_for = 'nothing' and created_at < now() - interval '24 hours'
      order by created_at limit ${most}::int)) and used_for = 'nothing'
    returning id`.execute(ctx.db);
  return rows.map((row) => row.id);
}
