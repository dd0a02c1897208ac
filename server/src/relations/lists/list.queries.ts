import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec, one, rows, type Row } from '../../platform/database/query.ts';

const listRow = {
  id: 'uuid',
  name: 'text',
  has_member: 'bool?',
  position: 'int4?',
  created_at: 'timestamptz',
} as const;
export type ListRow = Row<typeof listRow>;

/** Lists the lists of a person, in their order, and then the oldest first. With a member, also whether this person is on each of them. */
export async function listListsOf(
  ctx: Context,
  ownerId: string,
  memberId: string | null,
): Promise<ListRow[]> {
  return rows(
    ctx.db.reads,
    listRow,
    sql`select list_id as id, name, case when ${memberId}::uuid is not null then exists (
          select from list_members
          where owner_id = ${ownerId} and list_id = people_lists.list_id and member_id = ${memberId}::uuid) end as has_member, position, created_at
      from people_lists where owner_id = ${ownerId} order by position, list_id`,
  );
}

export async function countLists(ctx: Context, ownerId: string): Promise<number> {
  const found = await one(
    ctx.db,
    { count: 'int4' },
    sql`select count(*)::int4 as count from people_lists where owner_id = ${ownerId}`,
  );
  return found?.count ?? 0;
}

export async function insertList(
  ctx: Context,
  list: { owner_id: string; list_id: string; name: string },
): Promise<void> {
  await ctx.db.insertInto('people_lists').values(list).execute();
}

/** Returns the position of the list. Undefined if the person has no such list. */
export async function updateListName(
  ctx: Context,
  ownerId: string,
  listId: string,
  name: string,
): Promise<Pick<ListRow, 'position'> | undefined> {
  return ctx.db
    .updateTable('people_lists')
    .set({ name })
    .where('owner_id', '=', ownerId)
    .where('list_id', '=', listId)
    .returning('position')
    .executeTakeFirst();
}

/** Deletes a list with its members. Returns false if the person has no such list. */
export async function deleteListRow(
  ctx: Context,
  ownerId: string,
  listId: string,
): Promise<boolean> {
  const count = await exec(
    ctx.db,
    sql`delete from people_lists where owner_id = ${ownerId} and list_id = ${listId}`,
  );
  await exec(
    ctx.db,
    sql`delete from list_members where owner_id = ${ownerId} and list_id = ${listId}`,
  );
  return count > 0;
}

/** Returns false if the person has no such list. */
export async function lockList(ctx: Context, ownerId: string, listId: string): Promise<boolean> {
  const found = await one(
    ctx.db,
    { id: 'uuid' },
    sql`select list_id as id from people_lists where owner_id = ${ownerId} and list_id = ${listId} for update`,
  );
  return found !== undefined;
}

/** Gives each list of a person its place among these ids, or none. */
export async function setListPositions(
  ctx: Context,
  ownerId: string,
  ids: string[],
): Promise<void> {
  await exec(
    ctx.db,
    sql`update people_lists set position = array_position(${ids}::uuid[], list_id) where owner_id = ${ownerId}`,
  );
}
