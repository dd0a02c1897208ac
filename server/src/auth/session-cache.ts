import { performance } from 'node:perf_hooks';
import type { Viewer } from '../context.ts';
import { hasPremium } from '../users/premium.ts';

/** Milliseconds anything is remembered: news of its end can be lost on the way from another node, with the node. */
const LIFETIME = 30_000;
/** Sessions remembered at most; of more, those remembered for longest are forgotten. */
const MOST = 50_000;

/** A session as it was read. */
export interface KnownSession {
  id: string;
  userId: string;
  expiresAt: Date;
  premiumUntil: Date | null;
}

interface Entry {
  readonly session: KnownSession;
  /** By a clock that only goes forward. */
  readonly readAt: number;
}

/**
 * Sessions this process has read, by the hash of their token, so that who asks again costs no statement. Whoever ends a
 * session or changes what it says has it forgotten before they are answered, on all nodes (`sessionsEnded`, `premiumSet`);
 * what ends by the clock is judged whenever it is asked for.
 */
export class SessionCache {
  readonly #entries = new Map<string, Entry>();
  /** Hashes by the ids of sessions. */
  readonly #hashes = new Map<string, string>();
  /** Of what was forgotten; what was read before something was is not to be remembered after it. */
  #forgotten = 0;

  /** What is known of a session; undefined where it has to be read. */
  find(hash: string): KnownSession | undefined {
    const entry = this.#entries.get(hash);
    if (!entry) return undefined;
    const isOld = performance.now() - entry.readAt > LIFETIME;
    if (!isOld && entry.session.expiresAt.getTime() > Date.now()) return entry.session;
    this.#drop(hash, entry);
    return undefined;
  }

  /** To be called before a session is read: gives how to remember what was found. */
  begin(hash: string): (session: KnownSession) => void {
    const [before, readAt] = [this.#forgotten, performance.now()];
    return (session) => {
      if (this.#forgotten !== before) return;
      // The newest last.
      this.#entries.delete(hash);
      this.#entries.set(hash, { session, readAt });
      this.#hashes.set(session.id, hash);
      if (this.#entries.size > MOST) this.#dropOldest();
    };
  }

  end(sessionIds: readonly string[]): void {
    if (sessionIds.length > 0) this.#forgotten += 1;
    for (const id of sessionIds) {
      const hash = this.#hashes.get(id);
      if (hash === undefined) continue;
      this.#hashes.delete(id);
      this.#entries.delete(hash);
    }
  }

  /** Forgets what is known of a person: it is no longer so. */
  forget(userId: string): void {
    this.#forgotten += 1;
    for (const [hash, entry] of this.#entries)
      if (entry.session.userId === userId) this.#drop(hash, entry);
  }

  forgetAll(): void {
    this.#forgotten += 1;
    this.#entries.clear();
    this.#hashes.clear();
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

/** Whom a session is of, at this moment. */
export function viewerOf(hash: string, session: KnownSession): Viewer {
  const tier = hasPremium({ premium_until: session.premiumUntil }) ? 'premium' : 'free';
  return { id: session.userId, sessionId: session.id, tokenHash: hash, tier };
}
