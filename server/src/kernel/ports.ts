import type { LimitName, concurrencyLimits } from '@roost/contract/rate-limits';
import type { Role } from '@roost/contract/users';
import type { Counter, Registry } from 'prom-client';

// The services of the platform and of sign-in, as interfaces. A class of a folder above implements each of them.

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

/** Counters for the operator. */
export interface Metrics {
  readonly registry: Registry;
  readonly resetMails: Counter<'outcome'>;
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
  readonly waiting: number;
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
