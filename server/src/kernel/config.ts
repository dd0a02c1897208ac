import type { TierName } from '@roost/contract/limits';
import type { RegistrationMode } from '@roost/contract/site';

/** An object store that speaks S3. */
export interface S3Config {
  /** Null: the endpoint of AWS for the region. */
  endpoint: string | null;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket is a part of the path and not of the host. */
  forcePathStyle: boolean;
}

/** Where backups go, and how they are made. */
export interface BackupConfig {
  /** A folder, or the beginning of the keys in a bucket. */
  to: { folder: string } | { s3: S3Config; prefix: string };
  /** The public key of age that encrypts backups. Null: they are not encrypted, and have no secrets. */
  recipient: string | null;
  /** When a backup is made, as in a crontab, in UTC. Null: only by command. */
  schedule: string | null;
  /** How many backups are kept. */
  keep: number;
  /** Whether the built-in database also sends each change, so that a restore can reach any time. */
  archivesWal: boolean;
}

/** The keys of a Razorpay account, and its two plans. */
export interface RazorpayConfig {
  baseUrl: string;
  /** The origin of the checkout script. */
  checkoutUrl: string;
  keyId: string;
  keySecret: string;
  /** The first is the newest. */
  webhookSecrets: string[];
  monthlyPlan: string;
  annualPlan: string;
}

/** A Redis, or where to find a Redis Cluster. */
export interface RedisConfig {
  nodes: { host: string; port: number }[];
  isCluster: boolean;
  username?: string;
  password?: string;
  isEncrypted: boolean;
  /** The number of the database. A Cluster has only number 0. */
  database: number;
}

/** The work of a node: it answers browsers, or runs jobs. */
export type Role = 'web' | 'jobs';

/** Every setting, read once at the start (`config/config.ts`). */
export interface Config {
  port: number;
  host: string;
  /** Scheme and host without a trailing slash. Null: the host that each viewer used. */
  publicUrl: string | null;
  /** Absolute. */
  dataFolder: string;
  databaseUrl: string | null;
  databaseAdminUrl: string | null;
  /** The Redis that connects the nodes. Null: there is one node, or all nodes are processes of one machine. */
  redis: RedisConfig | null;
  roles: Role[];
  /** The number of processes that share the work of this node. */
  workers: number;
  /** The number of this process, counted from 1. Null: it is the only process, or the primary one. */
  worker: { number: number; isDatabaseOurs: boolean } | null;
  /** Seconds from the stop signal until the node refuses requests. Meanwhile proxies see that it is not ready. */
  drainSeconds: number;
  mailUrl: string | null;
  mailFrom: string;
  /** Origins exactly as a browser sends them. */
  corsOrigins: string[];
  /** The trusted senders of `X-Forwarded-For`: none, this machine, a number of hops, or a list of addresses and networks. */
  trustProxy: boolean | number | string[];
  rateLimits: boolean;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  metricsTokens: string[];
  /** The collector of traces, the name of this service there, and the share of traces that it gets. Null: there is none. */
  traces: { endpoint: string; service: string; share: number } | null;
  /** The object store for media. Null: the data folder. */
  s3: S3Config | null;
  /** The secrets from which nodes with an object store derive theirs. The first one signs. */
  sharedSecrets: string[];
  /** The bytes that the media of one person may use, by tier. */
  mediaQuota: Record<TierName, number>;
  /** The name or path of the program. Null: the server does not use one. */
  ffmpeg: string | null;
  /** Whether ffmpeg must run in a sandbox. In production it does not run without one. */
  isFfmpegConfined: boolean;
  /** The pages of other sites that the server reads: https pages of public addresses, none, or (for tests) those of this machine alone. */
  fetchPages: 'public' | 'off' | 'local';
  /** Whether browsers keep the app for use offline. If false, they remove what they have kept. */
  hasServiceWorker: boolean;
  /** The push services to which the server sends: those at public addresses, none, or (for tests) those of this machine alone. */
  push: 'public' | 'off' | 'local';
  /** The `stun:` addresses for callers. Empty: the host that the caller used. */
  stunUrls: string[];
  /** The TURN relays, and the secret that they share with this server. Null: there are none. */
  turn: { urls: string[]; secret: string } | null;
  /**
   * The rights of people with an unverified address: everything, the same with a reminder, or only read, follow and edit
   * themselves.
   */
  emailVerification: 'off' | 'soft' | 'required';
  /** How many hours the link that confirms an address works. */
  emailLinkHours: number;
  /** How many days must pass between two changes of a username. */
  usernameDays: number;
  /** For how many minutes a proof of who somebody is counts. */
  reauthMinutes: number;
  /** How many days the recent activity of an account is kept. */
  activityDays: number;
  /** Whether moderators and admins need an authenticator app. Only with https. */
  needsStaffFactor: boolean;
  /** How many hours the link of a notice can undo a change. */
  undoHours: number;
  /** How many seconds a challenge of a sign-in is valid. */
  challengeSeconds: number;
  /** For how many days an account counts as new. 0: never. */
  newAccountDays: number;
  /** For how many days somebody can appeal against a decision of the moderators. */
  appealDays: number;
  /** After how many days a removed post or message is deleted for good. */
  removedDays: number;
  /** How many days after its close the evidence of a case is deleted. */
  evidenceDays: number;
  /** How many days after its closing an account is erased. May be a fraction. */
  deletionDays: number;
  /** How many days an export of personal data is kept. May be a fraction. */
  exportDays: number;
  /** How many seconds a call rings. */
  callRingSeconds: number;
  /** Whether statements are prepared by name. Off behind a pooler in transaction mode. */
  preparedStatements: boolean;
  /** Whether NODE_ENV is `production`. */
  isProduction: boolean;
  payments: 'sandbox' | 'razorpay' | 'off';
  /** Set if `payments` is `razorpay`. */
  razorpay: RazorpayConfig | null;
  /** In whole rupees. */
  prices: { monthly: number; annual: number };
  /** Null: this Roost makes no backups. */
  backup: BackupConfig | null;
  /** Who may register, until the site's settings say otherwise. */
  registration: RegistrationMode;
  /** The absolute path of the operator's policy pages. Null: Roost's own pages. */
  pagesFolder: string | null;
}
