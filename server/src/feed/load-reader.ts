import type { FeedTab } from '@roost/contract/posts';
import type { MemberContext } from '../context.ts';
import { unpackMarks } from './feed-notes.ts';
import { findReader, partsOf } from './feed.queries.ts';
import { VISIT_LASTS, type Visit } from './visits.ts';

/**
 * Who follows more than this has a timeline kept. Pulling from 200 costs 0.7 ms, a kept timeline 0.2 to 0.4, whatever their
 * number; one in a hundred follows more, so an author's thousand followers are ten rows to write (decision 25).
 */
export const KEPT_FROM = 200;

/** What lists are made from for somebody. */
export interface FeedReader {
  userId: string;
  /** Whom they follow; for who has a timeline kept, some of them. */
  followed: string[];
  hasTimeline: boolean;
  /** Followed since the timeline was last brought along. */
  fresh: string[];
  blocked: Set<string>;
  closeness: Map<string, number>;
  /** Whether closeness was found out long ago, or never. */
  isClosenessOld: boolean;
  seen: Set<number>;
  reach: number | null;
  /** A visit begun elsewhere that may still be gone on with. */
  visit: Omit<Visit, 'heard' | 'followed'> | null;
}

/** Milliseconds for which whom one is close to stays as it was found. */
const CLOSENESS_LASTS = 6 * 3_600_000;

export async function loadReader(ctx: MemberContext, tab: FeedTab): Promise<FeedReader> {
  const userId = ctx.viewer.id;
  const since = new Date(Date.now() - VISIT_LASTS);
  const row = await findReader(ctx, userId, { most: KEPT_FROM + 1, tab, since });
  const scores = partsOf(row?.closeScores);
  return {
    userId,
    followed: partsOf(row?.followed),
    hasTimeline: row?.isKept ?? false,
    fresh: partsOf(row?.fresh),
    blocked: new Set(partsOf(row?.blocked)),
    closeness: new Map(partsOf(row?.closeIds).map((id, n) => [id, Number(scores[n])])),
    isClosenessOld: !row?.closeAt || Date.now() - row.closeAt.getTime() > CLOSENESS_LASTS,
    seen: new Set([...unpackMarks(row?.seen ?? null), ...ctx.feed.notes.seenBy(userId)]),
    reach: row?.reach ?? null,
    visit:
      row?.visitId && row.startedAt && row.list && row.originals
        ? {
            id: row.visitId,
            userId,
            tab,
            startedAt: row.startedAt.getTime(),
            isFull: row.isFull ?? false,
            list: row.list,
            originals: row.originals,
            tail: null,
            shown: null,
          }
        : null,
  };
}
