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

export type PageEnd = Omit<ShownPage, 'postIds'>;

export async function insertPages(ctx: Context, pages: readonly ShownPage[]): Promise<void> {
  await exec(
    ctx.db,
    sql`insert into feed_pages (user_id, page_id, post_ids)
      select user_id, page_id, string_to_array(post_ids, ',')::uuid[]
      from unnest(${idList(pages.map(({ userId }) => userId))}, ${idList(pages.map(({ pageId }) => pageId))},
        ${pages.map(({ postIds }) => postIds.join(','))}::text[]) as page (user_id, page_id, post_ids)`,
  );
}

/** Deletes for each of these people the pages up to the given one. */
export async function deletePages(ctx: Context, ends: readonly PageEnd[]): Promise<void> {
  const userIds = idList(ends.map(({ userId }) => userId));
  await exec(
    ctx.db,
    sql`delete from feed_pages using unnest(${userIds}, ${idList(ends.map(({ pageId }) => pageId))}) as ended (user_id, page_id)
      where feed_pages.user_id = ended.user_id and feed_pages.page_id <= ended.page_id
        and feed_pages.user_id = any(${userIds})`,
  );
}
