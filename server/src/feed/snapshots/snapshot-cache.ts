import type { FeedTab } from '@roost/contract/feed';
import { MAX_SKEW_MS } from '../../platform/database/clock-skew.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { SNAPSHOT_TTL_MS, type FeedSnapshot } from './feed-snapshot.ts';

/** The most memory of the cache. It drops the least recently used snapshots. They can be read from the database again. */
const MAX_CACHED_BYTES = 16_000_000;
/** The approximate memory of a snapshot beside its list. */
const OVERHEAD_BYTES = 1_000;
const BYTES_PER_FOLLOWED = 20;

/** Caches the snapshots that this process made or adopted. */
export class SnapshotCache {
  /** In the order of their last use, the oldest first. */
  readonly #byId = new Map<string, FeedSnapshot>();
  /** The id of the newest snapshot by person and tab. */
  readonly #newest = new Map<string, string>();
  /** When the follows or blocks of a person changed, by person. Older snapshots are invalid. */
  readonly #invalidatedAt = new Map<string, number>();
  #bytes = 0;

  add(snapshot: FeedSnapshot): void {
    this.#byId.set(snapshot.id, snapshot);
    // An older snapshot that a client continues must not replace the newest one.
    const last = this.last(snapshot.userId, snapshot.tab);
    if (!last || last.startedAt <= snapshot.startedAt)
      this.#newest.set(`${snapshot.userId} ${snapshot.tab}`, snapshot.id);
    this.#bytes += sizeOf(snapshot);
    for (const oldest of this.#byId.values()) {
      if (this.#bytes <= MAX_CACHED_BYTES) break;
      this.#remove(oldest);
    }
  }

  find(id: string, userId: string): FeedSnapshot | undefined {
    const snapshot = this.#byId.get(id);
    if (!snapshot || snapshot.userId !== userId) return undefined;
    this.#byId.delete(id);
    this.#byId.set(id, snapshot);
    return snapshot;
  }

  /** The newest snapshot of the tab, if it is valid. */
  current(userId: string, tab: FeedTab): FeedSnapshot | undefined {
    const id = this.#newest.get(`${userId} ${tab}`);
    const snapshot = id === undefined ? undefined : this.find(id, userId);
    return snapshot && this.isValid(snapshot) ? snapshot : undefined;
  }

  /** The newest snapshot of the tab, if it has not expired. It may be invalid. */
  last(userId: string, tab: FeedTab): FeedSnapshot | undefined {
    const id = this.#newest.get(`${userId} ${tab}`);
    const snapshot = id === undefined ? undefined : this.#byId.get(id);
    return snapshot && isAlive(snapshot.startedAt) ? snapshot : undefined;
  }

  /** Whether a snapshot has not expired, and the follows and blocks of its person have not changed since it was made. */
  isValid({ userId, startedAt }: Pick<FeedSnapshot, 'userId' | 'startedAt'>): boolean {
    const invalidatedAt = this.#invalidatedAt.get(userId) ?? -Infinity;
    // A time in the future was stored before the clock was set back. It says nothing about snapshots made since.
    const isInvalidated = invalidatedAt <= wallClock() && startedAt <= invalidatedAt;
    return isAlive(startedAt) && !isInvalidated;
  }

  /** The follows or blocks of this person changed. Their next first page gets a new snapshot. */
  invalidate(userId: string): void {
    this.#invalidatedAt.delete(userId);
    this.#invalidatedAt.set(userId, wallClock());
    for (const [oldest, at] of this.#invalidatedAt) {
      if (isAlive(at)) break;
      this.#invalidatedAt.delete(oldest);
    }
  }

  #remove(snapshot: FeedSnapshot): void {
    this.#byId.delete(snapshot.id);
    this.#bytes -= sizeOf(snapshot);
    const key = `${snapshot.userId} ${snapshot.tab}`;
    if (this.#newest.get(key) === snapshot.id) this.#newest.delete(key);
  }
}

/** Whether a snapshot of this time has not expired. A time in the future comes from another node, or from before the clock was set back. */
function isAlive(startedAt: number): boolean {
  const age = wallClock() - startedAt;
  return age > -MAX_SKEW_MS && age < SNAPSHOT_TTL_MS;
}

function sizeOf({ list, originals, followed }: FeedSnapshot): number {
  const followedBytes = (followed?.size ?? 0) * BYTES_PER_FOLLOWED;
  return list.length + originals.length + followedBytes + OVERHEAD_BYTES;
}
