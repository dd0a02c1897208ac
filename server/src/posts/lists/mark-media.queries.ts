import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec, rows, type Row } from '../../platform/database/query.ts';

const authored = { author_id: 'uuid', id: 'uuid' } as const;

/** Lists up to `limit` posts and comments that do not say whether they have media. */
export async function listUnmarked(ctx: Context, limit: number) {
  return rows(
    ctx.db,
    authored,
    sql`select author_id, post_id as id from author_posts
      where kind <> 'repost' and has_media is null order by author_id limit ${sql.lit(limit)}`,
  );
}

/** Notes whether these posts have media. Returns how many it found. */
export async function markMedia(
  ctx: Context,
  posts: readonly Row<typeof authored>[],
  hasMedia: boolean,
): Promise<number> {
  if (posts.length === 0) return 0;
  return exec(
    ctx.db,
    sql`update author_posts set has_media = ${hasMedia}
      from unnest(${posts.map(({ author_id }) => author_id)}::uuid[], ${posts.map(({ id }) => id)}::uuid[]) as found (author_id, post_id)
      where author_posts.author_id = found.author_id and author_posts.post_id = found.post_id`,
  );
}
