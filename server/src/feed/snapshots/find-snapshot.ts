import type { FeedTab } from '@roost/contract/feed';
import type { MemberContext } from '../../kernel/context.ts';
import { findFollowedAmong } from '../feed.queries.ts';
import type { FeedSnapshot, OwnSnapshot } from './feed-snapshot.ts';
import { makeSnapshot } from './make-snapshot.ts';
import { findSnapshot } from './snapshot.queries.ts';

/** The most authors of publications that are looked up together. With more of them, the server makes a new snapshot. */
const MAX_CHECKED_AUTHORS = 500;

/**
 * Finds the snapshot for a first page: the current one if it hides no news, or a new one. The parameter `since` is the creation
 * time of the list that this one replaces, in the form of an id.
 */
export async function findFirstPageSnapshot(
  ctx: MemberContext,
  tab: FeedTab,
  since?: string,
): Promise<FeedSnapshot> {
  const known = ctx.feed.snapshots.current(ctx.viewer.id, tab);
  if (known && (await beginsWithAllNews(ctx, known, since))) return known;
  return makeSnapshot(ctx, tab, since);
}

/**
 * Finds the snapshot of a later page: by its id for a cursor, or the newest one for a page number (`id` is null). If nobody has
 * it any more, the reader continues at the same position in a new one.
 */
export async function findLaterPageSnapshot(
  ctx: MemberContext,
  tab: FeedTab,
  id: string | null,
): Promise<FeedSnapshot> {
  const { snapshots } = ctx.feed;
  const userId = ctx.viewer.id;
  const known = id !== null && snapshots.find(id, userId);
  if (known) return known;
  const stored = await findSnapshot(ctx, { userId, tab, id });
  if (!stored) return snapshots.current(userId, tab) ?? makeSnapshot(ctx, tab);
  const cached = snapshots.find(stored.id, userId);
  if (!cached) snapshots.add(stored);
  return cached ?? stored;
}

/** Whether the list begins with all posts that are newer than `since`. */
async function beginsWithAllNews(
  ctx: MemberContext,
  snapshot: OwnSnapshot,
  since: string | undefined,
): Promise<boolean> {
  const isByTime = snapshot.tab === 'following' || since === undefined;
  return (isByTime || since >= snapshot.newsSince) && !(await hidesNews(ctx, snapshot));
}

/** Whether there is a newer publication that the list would hide. Each publication is checked once for a snapshot. */
async function hidesNews(ctx: MemberContext, snapshot: OwnSnapshot): Promise<boolean> {
  const { publications } = ctx.feed;
  const { position } = publications;
  if (position === snapshot.checkedUpTo) return false;
  const unchecked = publications.after(snapshot.checkedUpTo);
  if (!unchecked) return true;
  if (snapshot.hasStrangers && unchecked.some(({ visibility }) => visibility === 'public'))
    return true;
  const authors = new Set(unchecked.map(({ authorId }) => authorId));
  if (authors.has(snapshot.userId) || authors.size > MAX_CHECKED_AUTHORS) return true;
  if ((await findFollowedAmong(ctx, snapshot.userId, authors)).size > 0) return true;
  snapshot.checkedUpTo = position;
  return false;
}
