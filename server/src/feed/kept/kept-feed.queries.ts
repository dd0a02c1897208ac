import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec, narrow, one, rows, type Row } from '../../platform/database/query.ts';

const keptFeed = {
  id: 'uuid',
  kind: narrow<'hashtag' | 'query'>('text'),
  value: 'text',
  position: 'int4?',
  created_at: 'timestamptz',
} as const;
export type KeptFeedRow = Row<typeof keptFeed>;

/** The hashtag or the search of a kept feed. */
export interface FeedChoice {
  kind: 'hashtag' | 'query';
  /** As typed. */
  value: string;
  folded: string;
}

/** Lists the kept feeds of a person, in their order, and then the oldest first. */
export async function listKeptFeedsOf(ctx: Context, ownerId: string): Promise<KeptFeedRow[]> {
  return rows(
    ctx.db.reads,
    keptFeed,
    sql`select feed_id as id, kind, value, position, created_at from kept_feeds where owner_id = ${ownerId} order by position, feed_id`,
  );
}

export async function insertKeptFeed(
  ctx: Context,
  feed: FeedChoice & { owner_id: string; feed_id: string },
): Promise<void> {
  await ctx.db.insertInto('kept_feeds').values(feed).execute();
}

/** Returns the changed feed. Undefined if the person has no such feed. */
export async function updateKeptFeed(
  ctx: Context,
  ownerId: string,
  feedId: string,
  { kind, value, folded }: FeedChoice,
): Promise<KeptFeedRow | undefined> {
  return one(
    ctx.db,
    keptFeed,
    sql`update kept_feeds set kind = ${kind}, value = ${value}, folded = ${folded}
      where owner_id = ${ownerId} and feed_id = ${feedId} returning feed_id as id, kind, value, position, created_at`,
  );
}

/** Returns false if the person has no such feed. */
export async function deleteKeptFeed(
  ctx: Context,
  ownerId: string,
  feedId: string,
): Promise<boolean> {
  const count = await exec(
    ctx.db,
    sql`delete from kept_feeds where owner_id = ${ownerId} and feed_id = ${feedId}`,
  );
  return count > 0;
}

/** Gives each kept feed of a person its place among these ids, or none. */
export async function setFeedPositions(
  ctx: Context,
  ownerId: string,
  ids: string[],
): Promise<void> {
  await exec(
    ctx.db,
    sql`update kept_feeds set position = array_position(${ids}::uuid[], feed_id) where owner_id = ${ownerId}`,
  );
}
