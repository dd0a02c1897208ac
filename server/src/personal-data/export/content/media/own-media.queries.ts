import { sql } from 'kysely';
import type { Context } from '../../../../kernel/context.ts';
import { MIN_ID } from '../../../../platform/database/id-bounds.ts';
import { narrow, rows } from '../../../../platform/database/query.ts';

/** Lists the media of a person, in the order of their ids. */
export async function listOwnMedia(
  ctx: Context,
  userId: string,
  after: string | null,
  limit: number,
) {
  return rows(
    ctx.db.reads,
    {
      id: 'uuid',
      post_id: 'uuid?',
      used_for: narrow<'nothing' | 'post' | 'profile' | 'message' | 'site'>('text'),
      is_withheld: 'bool',
      draft_id: 'uuid?',
      created_at: 'timestamptz',
    },
    sql`select id, post_id, used_for, is_withheld, draft_id, created_at from media
      where owner_id = ${userId} and id > ${after ?? MIN_ID} order by id limit ${limit}::int`,
  );
}

/** Returns the ids of those posts that the moderators removed. Their author does not see them either. */
export async function findRemovedPosts(ctx: Context, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`select id from posts where id = any(${ids}::uuid[]) and withheld_as = 'removed'`,
  );
  return new Set(found.map(({ id }) => id));
}
