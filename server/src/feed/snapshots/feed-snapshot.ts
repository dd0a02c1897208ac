import type { FeedTab } from '@roost/contract/feed';

/** How many snapshots the database keeps for each person and tab, because several clients may read. */
export const SNAPSHOT_SLOTS = 3;
/** How long a snapshot is used. After that, a first page makes a new one. */
export const SNAPSHOT_TTL_MS = 30 * 60_000;

/** A list that the server made once for one reader and tab. All pages of the list come from it. */
export interface FeedSnapshot {
  id: string;
  userId: string;
  tab: FeedTab;
  /** From 0 to 2: the stored snapshot of the person's tab that it replaces. */
  slot: number;
  /** The newest stored snapshot of the tab when this one was made. */
  previousId: string | null;
  /** When the list was made, in milliseconds since 1970. */
  startedAt: number;
  /** The ids of posts and reposts, in the order of the list. */
  postIds: string[];
  /** For each of them the id of the original, if it is a repost. */
  originalIds: (string | null)[];
  /** The look-back window for the next list. Null for a timeline. */
  lookBackMs: number | null;
  /** The write of this snapshot, which never rejects. Null before the first write, and after a failed one. */
  stored: Promise<void> | null;
  /** A chunk of the posts after the list. Null if no page has reached them. */
  remaining: RemainingChunk | null;
  /** For each shown original the id under which the posts after the list show it. See `mayAppearAfterList`. */
  shownBy: Map<string, string> | null;
  /** The position in the publication log up to which no publication is news for this list. -1 if it is unknown. */
  checkedUpTo: number;
  /** The list begins with all posts newer than this time, in the form of an id. */
  newsSince: string;
}

/** Some of the posts that follow the list, newest first. */
export interface RemainingChunk {
  /** The chunk begins after this id. Null if it begins right after the list. */
  after: string | null;
  ids: string[];
  /** Whether there are no posts after the chunk. */
  isEnd: boolean;
}

/** Marks an original that the list itself shows. */
const IN_LIST = '';

/**
 * Whether a post may appear after the list. Returns false if the list, or another post after it, shows the same original. The
 * first call for an original stores its id.
 */
export function mayAppearAfterList(snapshot: FeedSnapshot, id: string, targetId: string): boolean {
  const { postIds, originalIds } = snapshot;
  snapshot.shownBy ??= new Map(
    [...postIds, ...originalIds].flatMap((each) => (each === null ? [] : [[each, IN_LIST]])),
  );
  const by = snapshot.shownBy.get(targetId);
  if (by === undefined) snapshot.shownBy.set(targetId, id);
  return by === undefined || by === id;
}
