import type { Logger } from 'pino';
import type { TierName } from '@roost/contract/limits';
import type { Role } from '@roost/contract/users';
import type { Config } from './config.ts';
import type { EmittedEvent, EventBus } from './events.ts';
import type { Cluster } from './messages.ts';
import type {
  Cursors,
  HashingPool,
  KeyRings,
  KnownDevices,
  Limiter,
  Mailer,
  Metrics,
  Redis,
  SecretBox,
  SessionCache,
  SessionTokens,
  ShardNodes,
  Traces,
} from './ports.ts';

/**
 * The services that every operation can use. `app.ts` makes it once. Each request and transaction gets a narrower one.
 *
 * Its parts are interfaces of this folder. If a part uses its owner's types, the owner adds it with `declare module`
 * (decision 44). The database adds `db`; the features add `media`, `feed` and `payments`.
 */
export interface Context {
  readonly config: Config;
  readonly cluster: Cluster;
  readonly cursors: Cursors;
  readonly devices: KnownDevices;
  readonly events: EventBus<Context>;
  readonly hashing: HashingPool;
  readonly keys: KeyRings;
  readonly limiter: Limiter;
  readonly log: Logger;
  readonly mailer: Mailer;
  readonly metrics: Metrics;
  /** Scheme and host of the links in answers: PUBLIC_URL, or the host that the client used. */
  readonly origin: string;
  /** The events of the open transaction, until its commit. Absent outside one. */
  readonly pending?: EmittedEvent[];
  /** Null if no Redis is set. */
  readonly redis: Redis | null;
  readonly secretBox: SecretBox;
  readonly sessions: SessionCache;
  readonly sessionTokens: SessionTokens;
  /** Null if the database is not distributed. */
  readonly shards: ShardNodes | null;
  /** Null if no collector is set. */
  readonly traces: Traces | null;
}

/** The signed-in person who sent a request. It always comes from the session cookie, never from a payload. */
export interface Viewer {
  readonly id: string;
  readonly sessionId: string;
  /** The hash of the session's token. Sessions are stored under it. */
  readonly tokenHash: string;
  readonly tier: TierName;
  /** Whether the person mutes anything. Statements of most people then leave the mutes out. */
  readonly hasMutes: boolean;
  readonly role: Role;
  /** False also if the address was verified only a moment ago. */
  readonly isEmailVerified: boolean;
}

export interface MemberContext extends Context {
  readonly viewer: Viewer;
}
