import type { FeedTab } from '@roost/contract/feed';
import type { Context, MemberContext } from '../kernel/context.ts';
import { wallClock } from '../lib/wall-clock.ts';
import { partsOf } from './feed.queries.ts';
import { lessFrom, type Less } from './less/less.ts';
import { findReader, type ReaderRow } from './reader.queries.ts';
import { SNAPSHOT_TTL_MS, type FeedSnapshot } from './snapshots/feed-snapshot.ts';
import { snapshotFrom } from './snapshots/snapshot.queries.ts';

/**
 * A person who follows more accounts than this has a stored timeline. Reading the posts of 200 authors takes 0.7 ms, and
 * reading a timeline takes 0.2 to 0.4 ms for any number. One person in a hundred follows more, so a post of an author with a
 * thousand followers costs ten timeline rows (decision 25).
 */
export const MAX_FOLLOWED_WITHOUT_TIMELINE = 200;

/**
 * On shards, everybody who follows somebody has a stored timeline. The reader's shard answers alone then, and the posts of 50
 * authors would ask all shards.
 */
export function maxFollowedWithoutTimeline({ shards }: Context): number {
  return shards ? 0 : MAX_FOLLOWED_WITHOUT_TIMELINE;
}

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
  muted: Set<string>;
  /** Only the reposts of these people are muted. */
  mutedReposts: Set<string>;
  /** From 0 to 1, by author. */
  affinity: Map<string, number>;
  isAffinityStale: boolean;
  /** Ids of the posts that the reader has seen. */
  seen: Set<string>;
  /** The reader's "Not this". */
  less: Less;
  /** The newest shown page that new lists do not need any more, as all older ones. */
  surplusPageId: string | null;
  /** How far the last list looked back for posts. Null if there was none. */
  lookBackMs: number | null;
  /** The reader has a timeline, and its last use is not stored yet today. */
  isTimelineUnread: boolean;
  /** The newest list of this tab, also if it has expired. */
  lastList: LastList | null;
}

interface LastList {
  id: string;
  /** When it was made, in milliseconds since 1970. */
  startedAt: number;
  slot: number;
  /** Null if it has expired. */
  snapshot: FeedSnapshot | null;
  /** Ids of its posts, and of the originals of its reposts, separated by commas. Empty if it has expired. */
  ids: string;
}

/** Loads the reader in one statement. */
export async function loadReader(ctx: MemberContext, tab: FeedTab): Promise<FeedReader> {
  const userId = ctx.viewer.id;
  const limit = MAX_FOLLOWED_WITHOUT_TIMELINE + 1;
  const listsSince = wallClock() - SNAPSHOT_TTL_MS;
  const { hasMutes } = ctx.viewer;
  const row = await findReader(ctx, userId, { limit, tab, listsSince, hasMutes });
  const scores = partsOf(row?.affinityScores);
  return {
    userId,
    followed: partsOf(row?.followed),
    hasTimeline: row?.hasTimeline ?? false,
    followedSinceUpdate: partsOf(row?.followedSinceUpdate),
    blocked: new Set(partsOf(row?.blocked)),
    muted: new Set(partsOf(row?.muted)),
    mutedReposts: new Set(partsOf(row?.mutedReposts)),
    affinity: new Map(partsOf(row?.affinityIds).map((id, n) => [id, Number(scores[n])])),
    isAffinityStale: !row?.affinityAt || wallClock() - row.affinityAt.getTime() > AFFINITY_TTL_MS,
    seen: new Set(partsOf(row?.seen)),
    less: lessFrom(partsOf(row?.less)),
    surplusPageId: row?.surplusPageId ?? null,
    lookBackMs: row?.lookBackMs ?? null,
    isTimelineUnread: row?.isTimelineUnread ?? false,
    lastList: row ? lastListFrom(userId, tab, row) : null,
  };
}

function lastListFrom(
  userId: string,
  tab: FeedTab,
  { listId: id, slot, listedAt: startedAt, listed: posts, originals }: ReaderRow,
): LastList | null {
  if (id === null || slot === null || startedAt === null) return null;
  const snapshot =
    posts === null || originals === null
      ? null
      : snapshotFrom(userId, tab, { id, slot, startedAt, posts, originals });
  return {
    id,
    startedAt: startedAt.getTime(),
    slot,
    snapshot,
    ids: `${posts ?? ''},${originals ?? ''}`,
  };
}
