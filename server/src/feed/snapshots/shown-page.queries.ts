import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec } from '../../platform/database/query.ts';
import { idList } from '../feed.queries.ts';
import { MAX_SHOWN_PAGES } from '../reader.queries.ts';

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

/** Deletes the pages that no list needs any more, on all shards. */
export async function deleteOldPages(ctx: Context): Promise<void> {
  await exec(
    ctx.db,
    sql`delete from feed_pages using (
        select user_id, (array_agg(page_id order by page_id desc))[${MAX_SHOWN_PAGES}::int] as last
        from feed_pages group by user_id having count(*) > ${MAX_SHOWN_PAGES}::int) as long
      where feed_pages.user_id = long.user_id and feed_pages.page_id < long.last`,
  );
}
