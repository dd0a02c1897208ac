import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { rows, type Row } from '../../platform/database/query.ts';

const authoredPost = {
  id: 'uuid',
  author_id: 'uuid',
  repost_of_id: 'uuid?',
  content: 'text',
} as const;
export type AuthoredPost = Row<typeof authoredPost>;

/** Reads the texts of these posts, and who wrote or reposted them. */
export async function findAuthored(ctx: Context, ids: string[]): Promise<AuthoredPost[]> {
  // For an empty list of keys, a sharded database would ask every shard.
  if (ids.length === 0) return [];
  return rows(
    ctx.db.reads,
    authoredPost,
    sql`select id, author_id, repost_of_id, content from posts where id = any(${ids}::uuid[])`,
  );
}
