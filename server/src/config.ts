import type { z } from 'zod';
import { settings } from './settings.ts';
import { StartError } from './start-error.ts';

export class ConfigError extends StartError {
  override name = 'ConfigError';
}

/** An object store that speaks S3. */
export interface S3Config {
  /** Null: Amazon's own, by region. */
  endpoint: string | null;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket as a part of the path, not of the host. */
  forcePathStyle: boolean;
}

/** Keys of an account at Razorpay, and the two plans made there. */
export interface RazorpayConfig {
  baseUrl: string;
  /** Where the script of its checkout comes from. */
  checkoutUrl: string;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
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
  /** By its number; a Cluster has just one. */
  database: number;
}

/** What a node does: answer browsers, or run jobs. */
export type Role = 'web' | 'jobs';

export interface Config {
  port: number;
  host: string;
  /** Scheme and host, without a trailing slash; null: the host each viewer used. */
  publicUrl: string | null;
  /** Absolute. */
  dataFolder: string;
  databaseUrl: string | null;
  databaseAdminUrl: string | null;
  /** A copy that follows the database, for reads that may be a moment old. */
  databaseReplicaUrl: string | null;
  /** What nodes meet in; null: there is one node, or all are processes of one machine. */
  redis: RedisConfig | null;
  roles: Role[];
  /** Processes that share the work of this node. */
  workers: number;
  /** Which of these processes we are, counted from 1; null: the only one, or the one that starts them. */
  worker: { number: number; isDatabaseOurs: boolean } | null;
  /** Seconds from the signal to stop, in which proxies see that we are not ready, until nothing more is taken. */
  drainSeconds: number;
  mailUrl: string | null;
  mailFrom: string;
  /** Origins exactly as a browser sends them. */
  corsOrigins: string[];
  /** As Fastify's `trustProxy`: nobody, everybody, how many hops, or which addresses and networks. */
  trustProxy: boolean | number | string[];
  rateLimits: boolean;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  metricsToken: string | null;
  /** Where media are kept; null: in the data folder. */
  s3: S3Config | null;
  /** The program, by name or path; null: none is used. */
  ffmpeg: string | null;
  /** STUN servers that callers are told of, as `stun:` addresses; none: the host they reached us at. */
  stunUrls: string[];
  /** Relays, and the secret they share with us; null: there are none. */
  turn: { urls: string[]; secret: string } | null;
  /** Seconds a call rings. */
  callRingSeconds: number;
  /** Named prepared statements; off behind a pooler in transaction mode. */
  preparedStatements: boolean;
  payments: 'sandbox' | 'razorpay' | 'off';
  /** Whether somebody chose that. */
  isPaymentsNamed: boolean;
  /** Set where payments are Razorpay's. */
  razorpay: RazorpayConfig | null;
  /** Whole rupees. */
  prices: { monthly: number; annual: number };
  /** Where an operator keeps the policy pages, absolute; null: ours are shown. */
  pagesFolder: string | null;
}

/** Reads every setting once. Throws a ConfigError of one line that names the setting, never its value: it may be a secret. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  // An empty variable is what compose files and shells make of one left out.
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const stranger = Object.keys(given).find(
    (name) => name.startsWith('ROOST_') && !(name in settings.shape),
  );
  if (stranger) throw new ConfigError(`Unknown setting ${stranger}.`);

  const result = settings.safeParse(given);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new ConfigError(`Setting ${issue?.path.join('.')} ${issue?.message}.`);
  }
  const found = result.data;
  return {
    port: found.PORT,
    host: found.HOST,
    publicUrl: found.PUBLIC_URL ?? null,
    dataFolder: found.ROOST_DATA,
    databaseUrl: found.DATABASE_URL ?? null,
    databaseAdminUrl: found.DATABASE_ADMIN_URL ?? null,
    databaseReplicaUrl: found.DATABASE_REPLICA_URL ?? null,
    redis: found.REDIS_URL ?? null,
    roles: found.ROOST_ROLES,
    workers: found.WEB_CONCURRENCY,
    worker: workerOf(found.ROOST_WORKER),
    drainSeconds: found.DRAIN_SECONDS,
    mailUrl: found.MAIL_URL ?? null,
    mailFrom: found.MAIL_FROM,
    corsOrigins: found.CORS_ORIGINS,
    trustProxy: found.TRUST_PROXY,
    rateLimits: found.RATE_LIMITS,
    logLevel: found.LOG_LEVEL,
    metricsToken: found.METRICS_TOKEN ?? null,
    s3: s3Of(found),
    ffmpeg: found.FFMPEG,
    stunUrls: found.STUN_URLS,
    turn: found.TURN_SECRET ? { urls: found.TURN_URLS, secret: found.TURN_SECRET } : null,
    callRingSeconds: found.CALL_RING_SECONDS,
    preparedStatements: found.PREPARED_STATEMENTS,
    // Play money is never what a public site offers unless it is asked for by name.
    isPaymentsNamed: found.PAYMENTS !== undefined,
    payments: found.PAYMENTS ?? (found.NODE_ENV === 'production' ? 'off' : 'sandbox'),
    razorpay: razorpayOf(found),
    prices: { monthly: found.PRICE_MONTHLY, annual: found.PRICE_ANNUAL },
    pagesFolder: found.PAGES_DIR,
  };
}

function workerOf(said: string | undefined): Config['worker'] {
  if (said === undefined) return null;
  return { number: Number(said.replace('own:', '')), isDatabaseOurs: said.startsWith('own:') };
}

function s3Of(found: z.output<typeof settings>): S3Config | null {
  if (!found.S3_BUCKET) return null;
  return {
    endpoint: found.S3_ENDPOINT ?? null,
    region: found.S3_REGION,
    bucket: found.S3_BUCKET,
    accessKeyId: found.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: found.S3_SECRET_ACCESS_KEY ?? '',
    forcePathStyle: found.S3_FORCE_PATH_STYLE,
  };
}

function razorpayOf(found: z.output<typeof settings>): RazorpayConfig | null {
  if (found.PAYMENTS !== 'razorpay') return null;
  return {
    baseUrl: found.RAZORPAY_BASE_URL ?? 'https://api.razorpay.com',
    checkoutUrl: found.RAZORPAY_CHECKOUT_URL ?? 'https://checkout.razorpay.com',
    keyId: found.RAZORPAY_KEY_ID ?? '',
    keySecret: found.RAZORPAY_KEY_SECRET ?? '',
    webhookSecret: found.RAZORPAY_WEBHOOK_SECRET ?? '',
    monthlyPlan: found.RAZORPAY_PLAN_MONTHLY ?? '',
    annualPlan: found.RAZORPAY_PLAN_ANNUAL ?? '',
  };
}

/** Where a browser is led for media, if elsewhere than to us. */
export function mediaOrigin({ s3 }: Config): string | null {
  if (!s3) return null;
  const { protocol, host } = new URL(s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`);
  return `${protocol}//${s3.forcePathStyle ? host : `${s3.bucket}.${host}`}`;
}
