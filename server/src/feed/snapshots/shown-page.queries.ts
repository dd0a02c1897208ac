import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec } from '../../platform/database/query.ts';
import { idList } from '../feed.queries.ts';

/** The posts that one page showed to its reader. */
export interface ShownPage {
  userId: string;
  pageId: string;
  postIds: string[];
}

export async function insertPages(ctx: Context, pages: readonly ShownPage[]): Promise<void> {
  await exec(
    ctx.db,
    sql`insert into feed_pages (user_id, page_id, post_ids)
      select user_id, page_id, string_to_array(post_ids, ',')::uuid[]
      from unnest(${idList(pages.map(({ userId }) => userId))}, ${idList(pages.map(({ pageId }) => pageId))},
        ${pages.map(({ postIds }) => postIds.join(','))}::text[]) as page (user_id, page_id, post_ids)`,
  );
}

/** A page that no list needs any more, as all older pages of its reader. */
export type SurplusPage = Pick<ShownPage, 'userId' | 'pageId'>;

/** Deletes these pages and all older ones of their readers. */
export async function deletePages(ctx: Context, surplus: readonly SurplusPage[]): Promise<void> {
  const userIds = idList(surplus.map(({ userId }) => userId));
  await exec(
    ctx.db,
    sql`delete from feed_pages using unnest(${userIds}, ${idList(surplus.map(({ pageId }) => pageId))}) as surplus (user_id, page_id)
      where feed_pages.user_id = any(${userIds}) and feed_pages.user_id = surplus.user_id
        and feed_pages.page_id <= surplus.page_id`,
  );
}
