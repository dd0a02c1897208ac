import type { FeedTab } from '@roost/contract/feed';
import type { MemberContext } from '../kernel/context.ts';
import { partsOf } from './feed.queries.ts';
import { unpackFingerprints } from './packed-ids.ts';
import { findReader, type ReaderRow } from './reader.queries.ts';
import { SNAPSHOT_TTL_MS, type StoredSnapshot } from './snapshots/feed-snapshot.ts';
import { wallClock } from '../lib/wall-clock.ts';

/**
 * A person who follows more accounts than this has a stored timeline. Reading the posts of 200 authors takes 0.7 ms, and
 * reading a timeline takes 0.2 to 0.4 ms for any number. One person in a hundred follows more, so a post of an author with a
 * thousand followers costs ten timeline rows (decision 25).
 */
export const MAX_FOLLOWED_WITHOUT_TIMELINE = 200;

/** How long affinities are used before they are computed again. */
const AFFINITY_TTL_MS = 6 * 3_600_000;

/** The data about one reader that the feed needs for every list. */
export interface FeedReader {
  userId: string;
  /** Ids of the followed people. If the reader has a timeline, only some of them. */
  followed: string[];
  hasTimeline: boolean;
  /** Ids of the people followed since the timeline was last updated. */
  followedSinceUpdate: string[];
  blocked: Set<string>;
  /** From 0 to 1, by author. */
  affinity: Map<string, number>;
  isAffinityStale: boolean;
  /** Fingerprints of the posts that the reader has seen. */
  seen: Set<number>;
  /** How far the last list looked back for posts. Null if there was none. */
  lookBackMs: number | null;
  /** The newest snapshot of this tab in the database, if it has not expired. */
  storedSnapshot: StoredSnapshot | null;
  /** When the newest stored snapshot of this tab was made, in milliseconds, also if it has expired. */
  lastSnapshotAt: number | null;
}

/** Loads the reader in one statement. */
export async function loadReader(ctx: MemberContext, tab: FeedTab): Promise<FeedReader> {
  const userId = ctx.viewer.id;
  const limit = MAX_FOLLOWED_WITHOUT_TIMELINE + 1;
  const row = await findReader(ctx, userId, { limit, tab });
  const scores = partsOf(row?.affinityScores);
  const bufferedSeen = ctx.feed.writeBuffer.seenBy(userId);
  return {
    userId,
    followed: partsOf(row?.followed),
    hasTimeline: row?.hasTimeline ?? false,
    followedSinceUpdate: partsOf(row?.followedSinceUpdate),
    blocked: new Set(partsOf(row?.blocked)),
    affinity: new Map(partsOf(row?.affinityIds).map((id, n) => [id, Number(scores[n])])),
    isAffinityStale: !row?.affinityAt || wallClock() - row.affinityAt.getTime() > AFFINITY_TTL_MS,
    seen: new Set([...unpackFingerprints(row?.seen ?? null), ...bufferedSeen]),
    lookBackMs: row?.lookBackMs ?? null,
    storedSnapshot: storedSnapshotIn(row, userId, tab),
    lastSnapshotAt: row?.startedAt?.getTime() ?? null,
  };
}

function storedSnapshotIn(
  row: ReaderRow | undefined,
  userId: string,
  tab: FeedTab,
): StoredSnapshot | null {
  if (!row?.snapshotId || !row.list || !row.originals || !row.startedAt) return null;
  const startedAt = row.startedAt.getTime();
  if (startedAt <= wallClock() - SNAPSHOT_TTL_MS) return null;
  return {
    id: row.snapshotId,
    userId,
    tab,
    startedAt,
    isLargeNetwork: row.isLargeNetwork ?? false,
    list: row.list,
    originals: row.originals,
    remaining: null,
    shownBy: null,
  };
}
