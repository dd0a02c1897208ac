import type { FeedTab } from '@roost/contract/feed';
import type { MemberContext } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { findFollowedAmong } from '../feed.queries.ts';
import { loadReader } from '../load-reader.ts';
import type { FeedSnapshot } from './feed-snapshot.ts';
import { makeSnapshot } from './make-snapshot.ts';
import { findSnapshot } from './snapshot.queries.ts';

/** The most authors of publications that are looked up together. With more of them, the server makes a new snapshot. */
const MAX_CHECKED_AUTHORS = 500;
/** The clocks of two processes differ by less than this. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;

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
  // Several requests at the same time must not make a list each.
  return ctx.feed.newSnapshots.run([ctx.viewer.id, tab, since].join(' '), async () => {
    const start = { tab, since, startedAt: wallClock(), position: ctx.feed.publications.position };
    const reader = await loadReader(ctx, tab);
    const stored = reader.lastList?.snapshot;
    const adopted = stored && stored.id !== known?.id && adopt(ctx, stored, start.position);
    if (!adopted || !(await beginsWithAllNews(ctx, adopted, since)))
      return makeSnapshot(ctx, reader, start);
    ctx.feed.snapshots.addCurrent(adopted);
    return adopted;
  });
}

/** Adopts a snapshot of another process, or of this one before a restart. Undefined if the reader's follows or blocks changed. */
function adopt(
  { feed }: MemberContext,
  stored: FeedSnapshot,
  position: number,
): FeedSnapshot | undefined {
  if (!feed.snapshots.isValid(stored)) return undefined;
  const from = stored.startedAt - MAX_CLOCK_DIFFERENCE_MS;
  // This process may have missed publications from before its start.
  const isIncomplete = feed.publications.startedAt > from;
  const checkedUpTo = isIncomplete ? -1 : position - feed.publications.since(from).length;
  return { ...stored, checkedUpTo };
}

/**
 * Finds the snapshot of a later page: by its id for a cursor, or the newest one for a page number (`id` is null). If it is
 * deleted, the reader continues at the same position in a new one.
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
  if (!stored) return snapshots.current(userId, tab) ?? findFirstPageSnapshot(ctx, tab);
  const cached = snapshots.find(stored.id, userId);
  if (!cached) snapshots.add(stored);
  return cached ?? stored;
}

/** Whether the list begins with all posts that are newer than `since`. */
async function beginsWithAllNews(
  ctx: MemberContext,
  snapshot: FeedSnapshot,
  since: string | undefined,
): Promise<boolean> {
  const isByTime = snapshot.tab === 'following' || since === undefined;
  return (isByTime || since >= snapshot.newsSince) && !(await hidesNews(ctx, snapshot));
}

/** Whether there is a newer publication that the list would hide. Each publication is checked once for a snapshot. */
async function hidesNews(ctx: MemberContext, snapshot: FeedSnapshot): Promise<boolean> {
  const { publications } = ctx.feed;
  const { position } = publications;
  if (position === snapshot.checkedUpTo) return false;
  const unchecked = publications.after(snapshot.checkedUpTo);
  if (!unchecked) return true;
  const hasPublicPosts = unchecked.some(({ visibility }) => visibility === 'public');
  if (hasPublicPosts && snapshot.tab === 'foryou' && !(await publications.isLargeNetwork(ctx)))
    return true;
  const authors = new Set(unchecked.map(({ authorId }) => authorId));
  if (authors.has(snapshot.userId) || authors.size > MAX_CHECKED_AUTHORS) return true;
  if ((await findFollowedAmong(ctx, snapshot.userId, authors)).size > 0) return true;
  snapshot.checkedUpTo = position;
  return false;
}
