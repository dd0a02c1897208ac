import type { FeedTab } from '@roost/contract/feed';
import { wallClock } from '../../lib/wall-clock.ts';
import { MAX_SKEW_MS } from '../../platform/database/clock-skew.ts';
import { SNAPSHOT_TTL_MS, type FeedSnapshot } from './feed-snapshot.ts';

/** A snapshot takes 20 to 40 kB. */
const MAX_SNAPSHOTS = 1_000;

/** Caches snapshots. It drops the least recently used ones, because every process can read them from the database again. */
export class SnapshotCache {
  /** In the order of their last use, the oldest first. */
  readonly #byId = new Map<string, FeedSnapshot>();
  /** The newest snapshot that this process made or adopted, by person and tab. */
  readonly #current = new Map<string, FeedSnapshot>();
  /** When the follows or blocks of a person changed, by person. Older snapshots are invalid. */
  readonly #invalidatedAt = new Map<string, number>();

  add(snapshot: FeedSnapshot): void {
    this.#byId.set(snapshot.id, snapshot);
    const [oldest] = this.#byId.values();
    if (!oldest || this.#byId.size <= MAX_SNAPSHOTS) return;
    this.#byId.delete(oldest.id);
    if (this.#current.get(keyOf(oldest))?.id === oldest.id) this.#current.delete(keyOf(oldest));
  }

  /** Adds a snapshot that first pages may use again. */
  addCurrent(snapshot: FeedSnapshot): void {
    this.add(snapshot);
    this.#current.set(keyOf(snapshot), snapshot);
  }

  find(id: string, userId: string): FeedSnapshot | undefined {
    const snapshot = this.#byId.get(id);
    if (!snapshot || snapshot.userId !== userId) return undefined;
    this.#byId.delete(id);
    this.#byId.set(id, snapshot);
    return snapshot;
  }

  /** The current snapshot of the tab, if it is valid. */
  current(userId: string, tab: FeedTab): FeedSnapshot | undefined {
    const snapshot = this.#current.get(keyOf({ userId, tab }));
    if (!snapshot || !this.isValid(snapshot)) return undefined;
    this.find(snapshot.id, userId);
    return snapshot;
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
}

const keyOf = ({ userId, tab }: Pick<FeedSnapshot, 'userId' | 'tab'>) => `${userId} ${tab}`;

/** Whether a list of this time has not expired. A time in the future comes from another node, or from before the clock was set back. */
export function isAlive(startedAt: number): boolean {
  const age = wallClock() - startedAt;
  return age > -MAX_SKEW_MS && age < SNAPSHOT_TTL_MS;
}
