import type { FeedTab } from '@roost/contract/posts';
import { countPacked, markOf, unpackIds, unpackPlaced } from './packed-ids.ts';

/** Milliseconds a visit lasts: a first page asked for later is ranked anew. */
export const VISIT_LASTS = 30 * 60_000;
/** Bytes of visits a process holds; the longest unused go, and are read from the database should they be asked for. */
const MOST_BYTES = 16_000_000;
/** What one takes beside its list, about. */
const OVERHEAD = 1_000;

/** A list as it was made for one person, which all pages of one visit are read from. */
export interface Visit {
  id: string;
  userId: string;
  tab: FeedTab;
  startedAt: number;
  /** It holds as many as a list may: there was more to choose from. */
  isFull: boolean;
  /** Packed ids. */
  list: Buffer;
  /** Of the reposts in it, what they repost, by their places. */
  originals: Buffer;
  /** What was published, by count, when nothing new for this list had been heard. */
  heard: number;
  /** Whose posts are news: marks of those followed; null where they are too many to be held. */
  followed: ReadonlySet<number> | null;
  /** What follows the list, as far as it is known. */
  tail: Tail | null;
  /** Posts the list shows, and those that what follows it shows, with the id they are shown by there. */
  shown: Map<string, string> | null;
}

/** A stretch of what comes after the list, by time. */
export interface Tail {
  /** It begins right after this id; null for the very newest. */
  after: string | null;
  ids: string[];
  /** There is nothing after it. */
  isEnd: boolean;
}

/** Marks of all that a list shows. */
export function marksIn({ list, originals }: Pick<Visit, 'list' | 'originals'>): Set<number> {
  return new Set([...unpackIds(list), ...unpackPlaced(originals).values()].map(markOf));
}

const IN_LIST = '';

/** Whether something may follow the list: not what the list shows, nor what something else in front of it shows. */
export function mayFollow(visit: Visit, id: string, targetId: string): boolean {
  visit.shown ??= new Map(
    [...unpackIds(visit.list), ...unpackPlaced(visit.originals).values()].map((each) => [
      each,
      IN_LIST,
    ]),
  );
  const by = visit.shown.get(targetId);
  if (by === undefined) visit.shown.set(targetId, id);
  return by === undefined || by === id;
}

/** What is reposted between these places. */
export function originalsIn({ originals }: Visit, from: number, to: number): Map<number, string> {
  return unpackPlaced(originals, from, to);
}

export function lengthOf({ list }: Visit): number {
  return countPacked(list);
}

/** Visits under way, as this process remembers them. */
export class Visits {
  /** From the longest unused to the last used. */
  readonly #byId = new Map<string, Visit>();
  /** The newest of each person and tab. */
  readonly #current = new Map<string, string>();
  /** Since when whom somebody follows is no longer what it was. */
  readonly #outdated = new Map<string, number>();
  #bytes = 0;

  add(visit: Visit): void {
    this.#byId.set(visit.id, visit);
    // An older one that is gone on with takes nothing from the one that began later.
    const last = this.last(visit.userId, visit.tab);
    if (!last || last.startedAt <= visit.startedAt)
      this.#current.set(`${visit.userId} ${visit.tab}`, visit.id);
    this.#bytes += sizeOf(visit);
    for (const oldest of this.#byId.values()) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#forget(oldest);
    }
  }

  find(id: string, userId: string): Visit | undefined {
    const visit = this.#byId.get(id);
    if (!visit || visit.userId !== userId) return undefined;
    this.#byId.delete(id);
    this.#byId.set(id, visit);
    return visit;
  }

  /** The one a first page belongs to, unless whom they follow has changed since or it is over. */
  current(userId: string, tab: FeedTab): Visit | undefined {
    const id = this.#current.get(`${userId} ${tab}`);
    const visit = id === undefined ? undefined : this.find(id, userId);
    return visit && this.isValid(visit) ? visit : undefined;
  }

  /** The list that was made last, if they may still be at it; also where it is no longer to be gone on with. */
  last(userId: string, tab: FeedTab): Visit | undefined {
    const id = this.#current.get(`${userId} ${tab}`);
    const visit = id === undefined ? undefined : this.#byId.get(id);
    return visit && Date.now() - visit.startedAt < VISIT_LASTS ? visit : undefined;
  }

  isValid({ userId, startedAt }: Pick<Visit, 'userId' | 'startedAt'>): boolean {
    return (
      Date.now() - startedAt < VISIT_LASTS && startedAt > (this.#outdated.get(userId) ?? -Infinity)
    );
  }

  /** Whom this person follows, or doesn't want to see, changed: their next first page is made anew. */
  outdate(userId: string): void {
    this.#outdated.delete(userId);
    this.#outdated.set(userId, Date.now());
    for (const [oldest, at] of this.#outdated) {
      if (Date.now() - at < VISIT_LASTS) break;
      this.#outdated.delete(oldest);
    }
  }

  #forget(visit: Visit): void {
    this.#byId.delete(visit.id);
    this.#bytes -= sizeOf(visit);
    const key = `${visit.userId} ${visit.tab}`;
    if (this.#current.get(key) === visit.id) this.#current.delete(key);
  }
}

function sizeOf({ list, originals, followed }: Visit): number {
  return list.length + originals.length + (followed?.size ?? 0) * 20 + OVERHEAD;
}
