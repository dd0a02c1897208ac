import type { FeedTab } from '@roost/contract/feed';
import { wallClock } from '../../lib/wall-clock.ts';
import { MAX_SKEW_MS } from '../../platform/database/clock-skew.ts';
import { SNAPSHOT_TTL_MS, type FeedSnapshot, type OwnSnapshot } from './feed-snapshot.ts';

/** A snapshot takes about 20 kB. */
const MAX_SNAPSHOTS = 2_000;

/** Caches snapshots. It drops the least recently used ones, because every process can read them from the database again. */
export class SnapshotCache {
  /** In the order of their last use, the oldest first. */
  readonly #byId = new Map<string, FeedSnapshot>();
  /** The newest snapshot that this process made, by person and tab, until the person's follows or blocks change. */
  readonly #current = new Map<string, OwnSnapshot>();

  add(snapshot: FeedSnapshot): void {
    this.#byId.set(snapshot.id, snapshot);
    const [oldest] = this.#byId.values();
    if (!oldest || this.#byId.size <= MAX_SNAPSHOTS) return;
    this.#byId.delete(oldest.id);
    if (this.#current.get(keyOf(oldest))?.id === oldest.id) this.#current.delete(keyOf(oldest));
  }

  /** Adds a snapshot that first pages may use again. */
  addCurrent(snapshot: OwnSnapshot): void {
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

  /** The newest snapshot that this process made for the tab, unless it has expired or is invalid. */
  current(userId: string, tab: FeedTab): OwnSnapshot | undefined {
    const snapshot = this.#current.get(keyOf({ userId, tab }));
    if (!snapshot || !isAlive(snapshot.startedAt)) return undefined;
    this.find(snapshot.id, userId);
    return snapshot;
  }

  /** The follows or blocks of this person changed. Their next first page gets a new snapshot. */
  invalidate(userId: string): void {
    for (const tab of ['foryou', 'following'] as const)
      this.#current.delete(keyOf({ userId, tab }));
  }
}

const keyOf = ({ userId, tab }: Pick<FeedSnapshot, 'userId' | 'tab'>) => `${userId} ${tab}`;

/** Whether a list of this time has not expired. A time in the future comes from another node, or from before the clock was set back. */
export function isAlive(startedAt: number): boolean {
  const age = wallClock() - startedAt;
  return age > -MAX_SKEW_MS && age < SNAPSHOT_TTL_MS;
}
