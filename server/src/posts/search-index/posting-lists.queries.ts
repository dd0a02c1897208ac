import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { Database } from '../../platform/database/client.ts';
import { exec, one, rows, type Handle } from '../../platform/database/query.ts';

/** The lists of a word cover this many post numbers each. An offset in a list has two bytes. */
export const POSTS_PER_SEGMENT = 4_096;
/** Fewer new posts wait, because a search reads them in 0.2 ms. Each batch writes the lists of frequent words again. */
const MIN_BATCH_POSTS = 512;
/**
 * After this time no post with a lower number can appear. The few statements of a transaction take at most 15 s each, and its pauses
 * at most 30 s.
 */
const SETTLED_AFTER = '5 minutes';

/** Adds a batch of settled posts to the posting lists, at most to the end of a segment. Returns whether more may follow. */
export async function extendPostingLists(db: Database): Promise<boolean> {
  return db.inTransaction(async (tx) => {
    const end = await one(
      tx,
      { number: 'int8' },
      sql`select number from posting_lists_end for update`,
    );
    const first = (end?.number ?? 0) + 1;
    const settled = await one(
      tx,
      { last: 'int8?' },
      sql`select coalesce(min(number) filter (where created_at > now() - ${sql.lit(SETTLED_AFTER)}::interval) - 1, max(number)) as last
        from (select number, created_at from post_search where number >= ${first} order by number
          limit ${sql.lit(POSTS_PER_SEGMENT)}) as next`,
    );
    if ((settled?.last ?? 0) - first + 1 < MIN_BATCH_POSTS) return false;
    const last = Math.min(
      settled?.last ?? 0,
      first + POSTS_PER_SEGMENT - 1 - (first % POSTS_PER_SEGMENT),
    );
    await addToLists(tx, first, last);
    await exec(tx, sql`update posting_lists_end set number = ${last}`);
    return true;
  });
}

/** Adds the posts of a range of numbers. The order of the rows makes deadlocks with `removeFromLists` rare. */
async function addToLists(db: Handle, first: number, last: number): Promise<void> {
  await exec(
    db,
    sql`insert into posting_lists (segment, word, posts)
      select number / ${sql.lit(POSTS_PER_SEGMENT)}, lexeme,
        string_agg(int2send((number % ${sql.lit(POSTS_PER_SEGMENT)})::int2), '' order by number)
      from post_search, unnest(words) where number between ${first} and ${last}
      group by 1, 2 order by 1, 2
      on conflict (segment, word) do update set posts = posting_lists.posts || excluded.posts`,
  );
}

/** The columns of an index row before its edit or deletion. */
export const indexedWords = { number: 'int8', words: 'text[]' } as const;

/** Lists an edited post under its new words. Does nothing if the lists do not have the post yet. */
export async function relistPost(ctx: Context, number: number, oldWords: string[]): Promise<void> {
  if (await removeFromLists(ctx, number, oldWords)) await addToLists(ctx.db, number, number);
}

/** Lists a post that was removed before, if the lists have reached its number. Otherwise the next batch adds it. */
export async function listAgain(ctx: Context, number: number): Promise<void> {
  if (await isInRange(ctx, number)) await addToLists(ctx.db, number, number);
}

/** Whether the lists have all posts up to this number. Until the commit, no batch adds posts. */
async function isInRange(ctx: Context, number: number): Promise<boolean> {
  const end = await one(
    ctx.db,
    { number: 'int8' },
    sql`select number from posting_lists_end for share`,
  );
  return end !== undefined && end.number >= number;
}

/** Removes a post from the lists of its words. Returns false if the lists do not have the post yet. */
export async function removeFromLists(
  ctx: Context,
  number: number,
  words: string[],
): Promise<boolean> {
  if (!(await isInRange(ctx, number))) return false;
  const segment = Math.floor(number / POSTS_PER_SEGMENT);
  const lists = await rows(
    ctx.db,
    { word: 'text', posts: 'bytea' },
    sql`select word, posts from posting_lists where segment = ${segment} and word = any(${words}::text[]) order by word for update`,
  );
  const kept = lists.map(({ posts }) => without(posts, number % POSTS_PER_SEGMENT));
  await exec(
    ctx.db,
    sql`update posting_lists set posts = kept.posts
      from unnest(${lists.map(({ word }) => word)}::text[], ${kept}::bytea[]) as kept (word, posts)
      where posting_lists.segment = ${segment} and posting_lists.word = kept.word`,
  );
  // A word that no post has any more must not stay: it may be a name.
  const emptied = lists.flatMap(({ word }, nth) => (kept[nth]?.length === 0 ? [word] : []));
  if (emptied.length > 0)
    await exec(
      ctx.db,
      sql`delete from posting_lists where segment = ${segment} and word = any(${emptied}::text[])`,
    );
  return true;
}

function without(list: Buffer, offset: number): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at < list.length; at += 2)
    if (list.readUInt16BE(at) !== offset) kept.push(list.subarray(at, at + 2));
  return Buffer.concat(kept);
}
