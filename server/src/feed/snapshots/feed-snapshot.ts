import type { FeedTab } from '@roost/contract/feed';
import { countPacked, fingerprintOf, unpackIds, unpackPositioned } from '../packed-ids.ts';

/** How long a snapshot is used. After that, a first page makes a new one. */
export const SNAPSHOT_TTL_MS = 30 * 60_000;

/** A list that the server made once for one reader and tab. All pages of the list come from it. */
export interface FeedSnapshot {
  id: string;
  userId: string;
  tab: FeedTab;
  /** When the list was made, in milliseconds since 1970. */
  startedAt: number;
  /** Whether the public posts of one day fill a list. Then strangers' posts are not news for it. */
  isLargeNetwork: boolean;
  /** Packed ids of posts and reposts, in the order of the list. */
  list: Buffer;
  /** Packed ids of the originals of the reposts in the list, with their positions. */
  originals: Buffer;
  /** The position in the publication log up to which no publication is news for this list. */
  checkedUpTo: number;
  /** The list begins with all posts newer than this time, in the form of an id. */
  newsSince: string;
  /** Fingerprints of the followed people, whose posts are news. Null if the reader follows too many to hold them. */
  followed: ReadonlySet<number> | null;
  /** A chunk of the posts after the list. Null if no page has reached them. */
  remaining: RemainingChunk | null;
  /** For each shown original the id under which the posts after the list show it. See `mayAppearAfterList`. */
  shownBy: Map<string, string> | null;
}

/** A snapshot as the database and other nodes have it, without the fields that detect news in this process. */
export type StoredSnapshot = Omit<FeedSnapshot, 'checkedUpTo' | 'followed' | 'newsSince'>;

/** Some of the posts that follow the list, newest first. */
export interface RemainingChunk {
  /** The chunk begins after this id. Null if it begins right after the list. */
  after: string | null;
  ids: string[];
  /** Whether there are no posts after the chunk. */
  isEnd: boolean;
}

/** Returns the fingerprints of all posts that a list shows, originals included. */
export function fingerprintsIn(snapshot: Pick<FeedSnapshot, 'list' | 'originals'>): Set<number> {
  return new Set(shownIds(snapshot).map(fingerprintOf));
}

/** Marks an original that the list itself shows. */
const IN_LIST = '';

/**
 * Whether a post may appear after the list. Returns false if the list, or another post after it, shows the same original. The
 * first call for an original stores its id.
 */
export function mayAppearAfterList(snapshot: FeedSnapshot, id: string, targetId: string): boolean {
  snapshot.shownBy ??= new Map(shownIds(snapshot).map((each) => [each, IN_LIST]));
  const by = snapshot.shownBy.get(targetId);
  if (by === undefined) snapshot.shownBy.set(targetId, id);
  return by === undefined || by === id;
}

/** Returns the originals of the reposts from position `from` up to, but not including, `to`. */
export function originalsIn(
  { originals }: FeedSnapshot,
  from: number,
  to: number,
): Map<number, string> {
  return unpackPositioned(originals, from, to);
}

/** Returns the number of posts in the list. */
export function lengthOf({ list }: FeedSnapshot): number {
  return countPacked(list);
}

function shownIds({ list, originals }: Pick<FeedSnapshot, 'list' | 'originals'>): string[] {
  return [...unpackIds(list), ...unpackPositioned(originals).values()];
}
