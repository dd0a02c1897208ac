import { z } from 'zod';
import { feedTab, type FeedTab } from '@roost/contract/feed';
import type { MemberContext } from '../../kernel/context.ts';
import { defineQuestion } from '../../kernel/messages.ts';
import type { FeedReader } from '../load-reader.ts';
import type { StoredSnapshot } from './feed-snapshot.ts';
import type { SnapshotCache } from './snapshot-cache.ts';

/** A request to other nodes for one snapshot. Without an id it asks for the last one of the person and tab. */
export interface SnapshotRequest {
  userId: string;
  tab: FeedTab;
  id: string | null;
}

/** A snapshot as nodes send it to each other. The buffers are in base64. */
export interface SnapshotHandOver {
  id: string;
  startedAt: number;
  /** `isLargeNetwork` of the snapshot. */
  isLargeNetwork: boolean;
  list: string;
  originals: string;
}

/** Does your node hold this snapshot? The database gets it a second later. */
export const whoHoldsSnapshot = defineQuestion<SnapshotRequest, SnapshotHandOver | null>(
  'whoHoldsSnapshot',
  z.object({ userId: z.uuid(), tab: feedTab, id: z.string().nullable() }),
  z
    .object({
      id: z.string(),
      startedAt: z.number(),
      isLargeNetwork: z.boolean(),
      list: z.base64(),
      originals: z.base64(),
    })
    .nullish(),
);

/** Answers a request of another node from the cache of this process. */
export function handOverSnapshot(
  snapshots: SnapshotCache,
  { id, userId, tab }: SnapshotRequest,
): SnapshotHandOver | null {
  const snapshot = id === null ? snapshots.last(userId, tab) : snapshots.find(id, userId);
  return snapshot
    ? {
        id: snapshot.id,
        startedAt: snapshot.startedAt,
        isLargeNetwork: snapshot.isLargeNetwork,
        list: snapshot.list.toString('base64'),
        originals: snapshot.originals.toString('base64'),
      }
    : null;
}

/**
 * Finds a snapshot that another process made: in the database, or in the caches of other nodes, because the database gets it a
 * second later. Returns the newest one.
 */
export async function findRemoteSnapshot(
  ctx: MemberContext,
  { storedSnapshot: stored }: FeedReader,
  request: SnapshotRequest,
): Promise<StoredSnapshot | null> {
  if (request.id !== null && stored?.id === request.id) return stored;
  const answers = await ctx.cluster.ask(whoHoldsSnapshot, request);
  const cached = answers.flatMap(({ answer }) => (answer ? [unpack(answer, request)] : []));
  const found = stored && request.id === null ? [stored, ...cached] : cached;
  return found.toSorted((one, other) => other.startedAt - one.startedAt)[0] ?? null;
}

function unpack(
  { id, startedAt, isLargeNetwork, list, originals }: SnapshotHandOver,
  { userId, tab }: SnapshotRequest,
): StoredSnapshot {
  return {
    id,
    userId,
    tab,
    startedAt,
    isLargeNetwork,
    list: Buffer.from(list, 'base64'),
    originals: Buffer.from(originals, 'base64'),
    remaining: null,
    shownBy: null,
  };
}
