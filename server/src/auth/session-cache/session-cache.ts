import { performance } from 'node:perf_hooks';
import type { Viewer } from '../../kernel/context.ts';
import type { KnownSession, SessionCache as SessionCachePort } from '../../kernel/ports.ts';
import { hasPremium } from '../premium.ts';
import { wallClock } from '../../lib/wall-clock.ts';

/** A message about an end can be lost if its node dies. So an entry expires after 30 s. */
const ENTRY_LIFETIME_MS = 30_000;
/** If there are more, the oldest entries drop out. */
const MAX_ENTRIES = 50_000;

/** For tokens that open no session. */
const UNKNOWN_LIFETIME_MS = 30_000;
const MAX_UNKNOWN_TOKENS = 10_000;

interface Entry {
  readonly session: KnownSession;
  /** By the monotonic clock. -Infinity if the session must be read again. */
  readAt: number;
}

/**
 * Caches sessions by the hash of their token, so that a repeated request costs no statement. The events `sessionsEnded`
 * and `premiumEndStored` remove entries on all nodes before the request that caused them gets its answer. Expiry is checked
 * at each use.
 */
export class SessionCache implements SessionCachePort {
  /** Whether this node learns about ends on other nodes within a second. */
  isCurrent = () => true;
  readonly #entries = new Map<string, Entry>();
  /** Token hashes by session id. */
  readonly #hashes = new Map<string, string>();
  /** Hashes of tokens that opened no session, with the time of the lookup. */
  readonly #unknown = new Map<string, number>();
  /** Rises with each removal. A read that began before a removal must not enter the cache after it. */
  #invalidations = 0;

  /** Returns a cached session, or undefined if it must be read from the database. */
  find(hash: string): KnownSession | undefined {
    const entry = this.#entries.get(hash);
    if (!entry) return undefined;
    if (entry.session.expiresAt.getTime() <= wallClock()) {
      this.#drop(hash, entry);
      return undefined;
    }
    // An old entry stays, because `isFamiliar` needs it.
    const isOld = performance.now() - entry.readAt > ENTRY_LIFETIME_MS;
    return isOld || !this.isCurrent() ? undefined : entry.session;
  }

  /** Whether this token opened a session at the last read. Its holder is not guessing. */
  isFamiliar(hash: string): boolean {
    return this.#entries.has(hash);
  }

  /** Remembers that a token opens no session. Tokens are random, so no later session gets this one. */
  rememberUnknown(hash: string): void {
    const entry = this.#entries.get(hash);
    if (entry) this.#drop(hash, entry);
    this.#unknown.set(hash, performance.now());
    const [oldest] = this.#unknown.keys();
    if (this.#unknown.size > MAX_UNKNOWN_TOKENS && oldest !== undefined)
      this.#unknown.delete(oldest);
  }

  isUnknown(hash: string): boolean {
    const readAt = this.#unknown.get(hash);
    if (readAt === undefined) return false;
    if (performance.now() - readAt <= UNKNOWN_LIFETIME_MS) return true;
    this.#unknown.delete(hash);
    return false;
  }

  /** Call this before reading a session. Returns the function that caches the result. */
  begin(hash: string): (session: KnownSession) => void {
    const [before, readAt] = [this.#invalidations, performance.now()];
    return (session) => {
      if (this.#invalidations !== before) return;
      // Moves the entry to the end, as the newest.
      this.#entries.delete(hash);
      this.#entries.set(hash, { session, readAt });
      this.#hashes.set(session.id, hash);
      if (this.#entries.size > MAX_ENTRIES) this.#dropOldest();
    };
  }

  end(sessionIds: readonly string[]): void {
    if (sessionIds.length > 0) this.#invalidations += 1;
    for (const id of sessionIds) {
      const hash = this.#hashes.get(id);
      if (hash === undefined) continue;
      this.#hashes.delete(id);
      this.#entries.delete(hash);
    }
  }

  /** Removes all sessions of a person, because their data changed. */
  forget(userId: string): void {
    this.#invalidations += 1;
    for (const [hash, entry] of this.#entries)
      if (entry.session.userId === userId) this.#drop(hash, entry);
  }

  /** Requires a new read of every session. The tokens stay familiar, so members do not become strangers. */
  forgetAll(): void {
    this.#invalidations += 1;
    for (const entry of this.#entries.values()) entry.readAt = -Infinity;
  }

  #dropOldest(): void {
    const [oldest] = this.#entries;
    if (oldest) this.#drop(...oldest);
  }

  #drop(hash: string, { session }: Entry): void {
    this.#entries.delete(hash);
    this.#hashes.delete(session.id);
  }
}

/** Returns the viewer of a session with their current tier and role. */
export function viewerOf(hash: string, session: KnownSession): Viewer {
  const tier = hasPremium({ premium_until: session.premiumUntil }) ? 'premium' : 'free';
  const { id: sessionId, userId, role, isEmailVerified, hasMutes } = session;
  return { id: userId, sessionId, tokenHash: hash, tier, role, isEmailVerified, hasMutes };
}
