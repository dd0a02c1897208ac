import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { ShownMedia } from '../media.queries.ts';

/** Gives own unused media to a draft, unless they belong to one. Returns their number. */
export async function claimForDraft(
  ctx: Context,
  ownerId: string,
  draftId: string,
  ids: string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await ctx.db
    .updateTable('media')
    .set({ draft_id: draftId })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('owner_id', '=', ownerId)
    .where('used_for', '=', 'nothing')
    .where('draft_id', 'is', null)
    .returning('id')
    .execute();
  return rows.length;
}

/** Releases unused media from a draft. Returns their number. */
export async function releaseFromDraft(
  ctx: Context,
  ownerId: string,
  draftId: string,
  ids: string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await ctx.db
    .updateTable('media')
    .set({ draft_id: null, released_at: sql<Date>`now()` })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('owner_id', '=', ownerId)
    .where('draft_id', '=', draftId)
    .where('used_for', '=', 'nothing')
    .returning('id')
    .execute();
  return rows.length;
}

/** Lists which of these media are unused and belong to a draft. */
export async function listMediaOfDraft(
  ctx: Context,
  ownerId: string,
  draftId: string,
  ids: string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await ctx.db
    .selectFrom('media')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('owner_id', '=', ownerId)
    .where('draft_id', '=', draftId)
    .where('used_for', '=', 'nothing')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Finds the unused media of a person's drafts. */
export async function findDraftMedia(
  ctx: Context,
  ownerId: string,
  ids: string[],
): Promise<ShownMedia[]> {
  return ctx.db
    .selectFrom('media')
    .select(['id', 'is_public', 'kind', 'status', 'width', 'height', 'alt', 'placeholder', 'files'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('owner_id', '=', ownerId)
    .where('used_for', '=', 'nothing')
    .where('draft_id', 'is not', null)
    .execute();
}
