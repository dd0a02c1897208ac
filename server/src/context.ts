import type { Logger } from 'pino';
import type { TierName } from '@roost/contract/limits';
import type { SessionCache } from './auth/session-cache.ts';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import type { OldReads } from './db/reads.ts';
import type { DomainEvent, EventBus } from './domain-events.ts';
import type { FeedMemory } from './feed/feed-memory.ts';
import type { Limiter } from './http/limiter.ts';
import type { Mailer } from './mail/mailer.ts';
import type { MediaPorts } from './media/media-ports.ts';
import type { PaymentProvider } from './payments/payment-provider.ts';
import type { Nodes } from './realtime/nodes.ts';
import type { RedisLinks } from './redis.ts';

/** What every operation may reach. Made once in app.ts, narrowed for each request and transaction. */
export interface Context {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  readonly limiter: Limiter;
  readonly mailer: Mailer;
  readonly media: MediaPorts;
  readonly payments: PaymentProvider;
  /** Scheme and host that addresses given out begin with: PUBLIC_URL, or what the asker used. */
  readonly origin: string;
  readonly events: EventBus;
  /** What this process holds of feeds. */
  readonly feed: FeedMemory;
  readonly nodes: Nodes;
  /** Null where there is no replica. */
  readonly oldReads: OldReads | null;
  /** The replica, where this request may look for candidates on it (`forCandidates`). */
  readonly candidates?: Database;
  /** Null where none is used. */
  readonly redis: RedisLinks | null;
  readonly sessions: SessionCache;
  /** Where a transaction's events wait for its commit; absent outside one. */
  readonly pending?: DomainEvent[];
}

/** The signed-in person a request is from; always read from the session cookie, never from a payload. */
export interface Viewer {
  readonly id: string;
  readonly sessionId: string;
  /** Of the session's token, which is what sessions are kept by. */
  readonly tokenHash: string;
  readonly tier: TierName;
}

export interface MemberContext extends Context {
  readonly viewer: Viewer;
}
