import { AppError } from '@roost/contract/errors';
import { MAX_KEPT_FEEDS, type KeptFeed } from '@roost/contract/kept-feeds';
import { fold, foldTag } from '@roost/contract/text/words';
import { v7 as newId } from 'uuid';
import { lockAccount } from '../../auth/account.queries.ts';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import * as queries from './kept-feed.queries.ts';

/** The feed that a request names. It has exactly one of the two. */
interface Chosen {
  hashtag?: string | undefined;
  query?: string | undefined;
}

/** The error for an unknown feed and for one of somebody else. */
const feedNotFound = () => new AppError('not_found', { message: 'Feed not found.' });

export async function listKeptFeeds(ctx: MemberContext): Promise<KeptFeed[]> {
  return (await queries.listKeptFeedsOf(ctx, ctx.viewer.id)).map(presentKeptFeed);
}

/** Keeps a hashtag or a search as a feed. If the viewer keeps it already, returns that feed. Throws `too_many_feeds`. */
export async function keepFeed(ctx: MemberContext, chosen: Chosen): Promise<KeptFeed> {
  const choice = choiceOf(chosen);
  const id = newId();
  return transaction(ctx, async (tx) => {
    const owner_id = tx.viewer.id;
    await authorize(tx, 'changeOwnFeeds');
    // Requests at the same time must not exceed the limit together, or keep the same feed twice.
    await lockAccount(tx, owner_id);
    const kept = await queries.listKeptFeedsOf(tx, owner_id);
    const same = kept.find((feed) => isSame(feed, choice));
    if (same) return presentKeptFeed(same);
    if (kept.length >= MAX_KEPT_FEEDS) throw new AppError('too_many_feeds');
    await queries.insertKeptFeed(tx, { owner_id, feed_id: id, ...choice });
    return presentKeptFeed({ id, ...choice, position: null });
  });
}

/** Throws `not_found`, and `conflict` if another kept feed shows the same. */
export async function changeKeptFeed(
  ctx: MemberContext,
  feedId: string,
  chosen: Chosen,
): Promise<KeptFeed> {
  const choice = choiceOf(chosen);
  return transaction(ctx, async (tx) => {
    const ownerId = tx.viewer.id;
    await authorize(tx, 'changeOwnFeeds');
    await lockAccount(tx, ownerId);
    const kept = await queries.listKeptFeedsOf(tx, ownerId);
    if (kept.some((feed) => feed.id !== feedId && isSame(feed, choice)))
      throw new AppError('conflict', { message: 'You keep this feed already.' });
    const changed = await queries.updateKeptFeed(tx, ownerId, feedId, choice);
    if (!changed) throw feedNotFound();
    return presentKeptFeed(changed);
  });
}

/** Throws `not_found`. */
export async function dropFeed(ctx: MemberContext, feedId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'changeOwnFeeds');
    if (!(await queries.deleteKeptFeed(tx, tx.viewer.id, feedId))) throw feedNotFound();
  });
}

function choiceOf({ hashtag, query = '' }: Chosen): queries.FeedChoice {
  if (hashtag === undefined) return { kind: 'query', value: query, folded: fold(query) };
  return { kind: 'hashtag', value: hashtag, folded: foldTag(hashtag) };
}

/** Whether a kept feed shows the same posts. */
function isSame({ kind, value }: queries.KeptFeedRow, choice: queries.FeedChoice): boolean {
  return kind === choice.kind && fold(value) === choice.folded;
}

function presentKeptFeed({
  id,
  kind,
  value,
  position,
}: Omit<queries.KeptFeedRow, 'created_at'>): KeptFeed {
  return {
    _id: id,
    hashtag: kind === 'hashtag' ? value : null,
    query: kind === 'query' ? value : null,
    ...(position !== null && { position }),
  };
}
