import type { FeedTab } from '@roost/contract/feed';
import type { MemberContext } from '../../kernel/context.ts';
import { findFollowedAmong } from '../feed.queries.ts';
import { loadReader, type FeedReader } from '../load-reader.ts';
import { fingerprintOf, idOfTime } from '../packed-ids.ts';
import type { FeedSnapshot, StoredSnapshot } from './feed-snapshot.ts';
import { findRemoteSnapshot } from './hand-over-snapshot.ts';
import type { FeedPosition } from './list-snapshot-posts.ts';
import { cacheSnapshot, makeSnapshot } from './make-snapshot.ts';

/** The most authors of publications that are looked up together. With more of them, the server makes a new snapshot. */
const MAX_CHECKED_AUTHORS = 500;
/** The clocks of two processes differ by less than this. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;

/**
 * Finds the snapshot for a page without a cursor. It returns the current snapshot if that hides no news. Otherwise it makes a
 * new one. Pages after the first (`isLaterPage`) continue the existing list. The parameter `since` is the creation time of
 * the list that this one replaces, in the form of an id.
 */
export async function findFirstPageSnapshot(
  ctx: MemberContext,
  tab: FeedTab,
  isLaterPage: boolean,
  since?: string,
): Promise<FeedSnapshot> {
  const known = ctx.feed.snapshots.current(ctx.viewer.id, tab);
  if (
    known &&
    ((isLaterPage && ctx.cluster.isAlone) || (await beginsWithAllNews(ctx, known, since)))
  )
    return known;
  const { position } = ctx.feed.publications;
  const reader = await loadReader(ctx, tab);
  const remote = isLaterPage
    ? await findRemoteSnapshot(ctx, reader, { userId: reader.userId, tab, id: null })
    : reader.storedSnapshot;
  // Another node may have answered the first page from a newer snapshot.
  if (known && isLaterPage && (!remote || remote.startedAt <= known.startedAt)) return known;
  const isValid = remote && ctx.feed.snapshots.isValid(remote);
  const adopted = isValid ? adopt(ctx, reader, remote, position) : null;
  if (adopted && (isLaterPage || (await beginsWithAllNews(ctx, adopted, since)))) return adopted;
  return makeSnapshot(ctx, reader, { tab, position, since });
}

/** Finds the snapshot of a cursor. If no node has it any more, the reader continues at the same position in another one. */
export async function findCursorSnapshot(
  ctx: MemberContext,
  tab: FeedTab,
  { v: id }: FeedPosition,
): Promise<FeedSnapshot> {
  const known = ctx.feed.snapshots.find(id, ctx.viewer.id);
  if (known) return known;
  const { position } = ctx.feed.publications;
  const reader = await loadReader(ctx, tab);
  const remote = await findRemoteSnapshot(ctx, reader, { userId: reader.userId, tab, id });
  if (remote) return adopt(ctx, reader, remote, position);
  const current = ctx.feed.snapshots.current(ctx.viewer.id, tab);
  return current ?? makeSnapshot(ctx, reader, { tab, position });
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
  const isPublicNews = snapshot.tab === 'foryou' && !snapshot.isLargeNetwork;
  if (isPublicNews && unchecked.some(({ visibility }) => visibility === 'public')) return true;
  const authors = new Set(unchecked.map(({ authorId }) => authorId));
  if (authors.has(snapshot.userId) || (await followsOneOf(ctx, snapshot, authors))) return true;
  snapshot.checkedUpTo = position;
  return false;
}

async function followsOneOf(
  ctx: MemberContext,
  { userId, followed }: FeedSnapshot,
  authors: ReadonlySet<string>,
): Promise<boolean> {
  if (followed) return [...authors].some((id) => followed.has(fingerprintOf(id)));
  if (authors.size > MAX_CHECKED_AUTHORS) return true;
  return (await findFollowedAmong(ctx, userId, authors)).size > 0;
}

/** Adopts a snapshot of another process, or of this one before a restart, into the cache. */
function adopt(
  ctx: MemberContext,
  reader: FeedReader,
  stored: StoredSnapshot,
  position: number,
): FeedSnapshot {
  const { publications } = ctx.feed;
  const from = stored.startedAt - MAX_CLOCK_DIFFERENCE_MS;
  // This process may have missed publications from before its start. Position -1 makes the list count them as news.
  const isIncomplete = publications.startedAt > from;
  const checkedUpTo = isIncomplete ? -1 : position - publications.since(from).length;
  const newsSince = idOfTime(stored.startedAt);
  return cacheSnapshot(ctx, reader, { ...stored, checkedUpTo, newsSince });
}
