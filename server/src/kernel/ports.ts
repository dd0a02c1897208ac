import type { LimitName, concurrencyLimits } from '@roost/contract/rate-limits';
import type { Role } from '@roost/contract/users';
import type { Histogram, Registry } from 'prom-client';

// The services of the platform and of sign-in, as interfaces. A class of a folder above implements each of them.

/** The values of one key. A signature or cipher text by one of them stays valid while the ring has it. */
export interface Keys {
  /** Signs and encrypts. */
  readonly current: string;
  /** Open and verify, the newest first. */
  readonly all: readonly string[];
}

/** The keys that all nodes share. */
export interface KeyRings {
  of(name: string): Keys;
  /** Reads them again, after a rotation. */
  reload(): void;
}

/** Encrypts cursors and other opaque names for one viewer and one list. */
export interface Cursors {
  seal(position: unknown, viewerId: string, list: readonly string[]): string;
  sealName(bytes: Buffer, viewerId: string, list: readonly string[]): string;
  open(cursor: string, viewerId: string, list: readonly string[]): unknown;
  openName(name: string, viewerId: string, list: readonly string[]): Buffer;
}

/** The rest of a budget. */
export interface Allowance {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
}

/** Counts what each person and address does, and refuses what exceeds a budget. */
export interface Limiter {
  take(name: LimitName, key: string, points?: number): Promise<Allowance | null>;
  remaining(name: LimitName, key: string): Promise<number | null>;
  allows(name: LimitName, key: string): Promise<boolean>;
  giveBack(name: LimitName, key: string, points?: number): Promise<void>;
  clear(name: LimitName, key: string): Promise<number>;
  hold(name: keyof typeof concurrencyLimits, key: string, message?: string): () => void;
}

export interface Mail {
  /** The language of its texts. */
  locale: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
}

/** Sends a mail, or throws. The job that calls it tries again. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** Counts events by one label. Its values are names from the code, never of people or ids, because each is kept. */
export interface Tally<Value extends string = string> {
  add(value: Value): void;
  /** Shows these values before their first event. Otherwise a rate misses the first event of each. */
  expect(values: readonly Value[]): void;
}

export interface GaugeOptions {
  name: string;
  help: string;
  /** The label of the samples, if there is more than one. */
  label?: string;
}

/** One value, or a value for each value of the label. */
export type Samples = number | Readonly<Record<string, number>>;

/** A queue that refuses or drops what exceeds its bound. */
export interface BoundedQueue {
  readonly size: number;
  readonly maxSize: number;
}

/** The connections to a database, as a pool of `pg` counts them. */
export interface ConnectionPool {
  readonly options: { readonly max: number };
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** An action that a limit may refuse. */
export type LimitedAction = LimitName | keyof typeof concurrencyLimits;

/**
 * Why a request to another site failed. `url`: the URL is not allowed. `name`: the name has no address. `address`: it is out of reach.
 * `answer`: it is no HTTP.
 */
export type OutgoingFailureReason =
  | 'url'
  | 'name'
  | 'address'
  | 'connection'
  | 'answer'
  | 'redirects'
  | 'time';

/**
 * The outcome of a push. `withheld`: the person may not see it any more, or has seen it. `gone`: the push service has forgotten
 * the browser. `refused`: the service does not take it. `busy` and `unreachable`: the server tries it again. `expired`: the
 * server does not.
 */
export type PushOutcome =
  | 'sent'
  | 'withheld'
  | 'gone'
  | 'refused'
  | 'busy'
  | 'unreachable'
  | 'expired';

/** Numbers for the operator. `/metrics` shows them. */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  readonly shedRequests: Tally<'overload' | 'open_requests'>;
  readonly limitRefusals: Tally<LimitedAction>;
  readonly statements: Histogram<'kind'>;
  readonly jobsRun: Tally;
  readonly jobsFailed: Tally;
  readonly jobDurations: Histogram<'job_name'>;
  readonly eventsReceived: Tally;
  readonly eventsSent: Tally;
  readonly deliveryLag: Histogram;
  readonly mails: Tally<'sent' | 'failed'>;
  readonly resetMails: Tally<'sent' | 'dropped' | 'postponed'>;
  readonly outgoingRequests: Tally<'answered' | OutgoingFailureReason>;
  readonly pushes: Tally<PushOutcome>;
  addPool(name: string, pool: ConnectionPool): void;
  addQueue(name: string, queue: BoundedQueue): void;
  /** Shows what `read` returns when somebody asks. If it fails or takes a second, the answer leaves the value out. */
  addGauge(options: GaugeOptions, read: () => Samples | Promise<Samples>): void;
}

/** The attributes of a span: kinds, counts and patterns from the code. Never names, ids, addresses or texts of people. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  kind: 'server' | 'client' | 'consumer' | 'producer';
  facts?: SpanFacts;
  /** The span above: the running one, one by its `traceparent`, or none, which begins a trace. */
  parent: 'running' | (string & {}) | undefined;
  /** Others that this span also belongs to, by their `traceparent`. */
  links?: readonly string[];
}

/** A span that has begun. */
export interface OpenSpan {
  /** Runs `work` as a part of this span. */
  run<T>(work: () => T): T;
  /** Only the kind of the error is kept. */
  end(facts?: SpanFacts, error?: unknown): void;
}

/** Tells a collector what a request caused, and how long each part took (decision 80). */
export interface Traces {
  /** The `traceparent` of the running span, for what continues elsewhere. */
  current(): string | undefined;
  begin(name: string, options: SpanOptions): OpenSpan;
  inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T>;
  /** Sends the last spans, within a limit of time. */
  close(): Promise<void>;
}

/** A Redis that all nodes share. */
export interface Redis {
  readonly isReady: boolean;
  publish(channel: string, message: string | Buffer): Promise<number>;
  subscribe(channel: string, hear: (message: Buffer) => void): Promise<void>;
  unsubscribe(channel: string): void;
  countSubscriptions(channel: string): Promise<number>;
  close(): void;
}

/** The nodes of a distributed database. */
export interface ShardNodes {
  /** The nodes that do not answer the coordinator. */
  readonly away: readonly string[];
  close(): void;
}

/** The sender of a request that needs a hash. */
export interface Requester {
  network: string;
  /** Whether a session, a reset link or a device cookie proves that the sender is known. */
  isKnown: boolean;
}

/** Hashes passwords in threads of its own. */
export interface HashingPool {
  /** The passwords that wait to be hashed or compared, by who sent them. */
  readonly queues: Readonly<Record<'known' | 'others', BoundedQueue>>;
  hash(password: string, requester: Requester): Promise<string>;
  verify(stored: string, password: string, requester: Requester): Promise<boolean>;
  close(): Promise<void>;
}

/** A browser on which people have signed in. */
export interface Device {
  id: string;
  /** One tag for each account, the latest sign-in first. */
  tags: string[];
}

/** An account with the hash of its password. */
export interface PasswordHolder {
  id: string;
  password_hash: string;
}

/** Knows on which devices an account has signed in (decision 36). */
export interface KnownDevices {
  read(cookie: string | undefined): Device | null;
  knows(device: Device | null, account: PasswordHolder): boolean;
  remember(device: Device | null, account: PasswordHolder): Device;
}

/** Encrypts what only the server may read, each purpose with a key of its own. */
export interface SecretBox {
  seal(bytes: Buffer, purpose: string): Buffer;
  open(sealed: Buffer, purpose: string): Buffer;
  /** Whether the current key sealed these bytes. */
  isCurrent(sealed: Buffer, purpose: string): boolean;
}

/** Makes session tokens, and recognises guessed ones. */
export interface SessionTokens {
  make(): string;
  isOurs(token: string): boolean;
}

/** A session as the database has it. */
export interface KnownSession {
  id: string;
  userId: string;
  expiresAt: Date;
  premiumUntil: Date | null;
  hasMutes: boolean;
  role: Role;
  isEmailVerified: boolean;
}

/** The sessions that this process has read, by the hash of their token (decision 29). */
export interface SessionCache {
  /** Whether the ends of sessions at other nodes arrive within a second. */
  isCurrent: () => boolean;
  find(hash: string): KnownSession | undefined;
  isFamiliar(hash: string): boolean;
  rememberUnknown(hash: string): void;
  isUnknown(hash: string): boolean;
  begin(hash: string): (session: KnownSession) => void;
  end(sessionIds: readonly string[]): void;
  forget(userId: string): void;
  forgetAll(): void;
}
