import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec, one, rows } from '../../platform/database/query.ts';
import type { FollowCursor } from '../follow.queries.ts';

/** Reads the ids of the members of a list. Undefined if the owner has no such list. All rows have the owner's key. */
export async function findMemberIds(
  ctx: Context,
  ownerId: string,
  listId: string,
): Promise<string[] | undefined> {
  const row = await one(
    ctx.db.reads,
    { found: 'text?' },
    sql`select (
        select string_agg(member_id::text, ',') from list_members where owner_id = ${ownerId} and list_id = ${listId}) as found
      from people_lists where owner_id = ${ownerId} and list_id = ${listId}`,
  );
  return row && (row.found?.split(',') ?? []);
}

/** Lists the ids of the members, the latest first. All rows have the owner's key. */
export async function listMemberIds(
  ctx: Context,
  ownerId: string,
  listId: string,
  after: FollowCursor | null,
  limit: number,
): Promise<FollowCursor[]> {
  const olderOnly = after
    ? sql`and (created_at, member_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  return rows(
    ctx.db.reads,
    { id: 'uuid', at: 'text' },
    sql`select member_id as id, created_at::text as at from list_members
      where owner_id = ${ownerId} and list_id = ${listId} ${olderOnly}
      order by created_at desc, member_id desc
      limit ${limit}`,
  );
}

/** Adds a member to a locked list, unless the list has `most` of them. */
export async function insertMember(
  ctx: Context,
  member: { owner_id: string; list_id: string; member_id: string },
  most: number,
): Promise<'inserted' | 'known' | 'full'> {
  const { owner_id, list_id, member_id } = member;
  const found = await one(
    ctx.db,
    { count: 'int4', is_known: 'bool' },
    sql`select count(*)::int4 as count, coalesce(bool_or(member_id = ${member_id}), false) as is_known
      from list_members where owner_id = ${owner_id} and list_id = ${list_id}`,
  );
  if (found?.is_known) return 'known';
  if ((found?.count ?? 0) >= most) return 'full';
  await ctx.db.insertInto('list_members').values(member).execute();
  return 'inserted';
}

/** Returns false if the person was not on the list. */
export async function deleteMember(
  ctx: Context,
  { owner_id, list_id, member_id }: { owner_id: string; list_id: string; member_id: string },
): Promise<boolean> {
  const count = await exec(
    ctx.db,
    sql`delete from list_members where owner_id = ${owner_id} and list_id = ${list_id} and member_id = ${member_id}`,
  );
  return count > 0;
}
