import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
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

const projectRoot = resolve(import.meta.dirname, '../..');

const text = z.string().optional();
const onOff = z
  .enum(['on', 'off'], 'must be on or off')
  .default('on')
  .transform((word) => word === 'on');

function isOrigin(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.origin === value;
}

function hasProtocol(value: string, ...protocols: string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function iceUrls(pattern: RegExp, example: string) {
  return z
    .string()
    .default('')
    .transform(splitList)
    .refine(
      (list) => list.every((each) => pattern.test(each)),
      `must be a list of addresses such as ${example}`,
    );
}

const postgresUrl = text.refine(
  (value) => value === undefined || hasProtocol(value, 'postgres:', 'postgresql:'),
  'must be a postgres:// address',
);

/** `redis://[user:password@]host[:port][/number]`, or several hosts with commas between them: a Cluster. */
function readRedis(value: string): RedisConfig | null {
  const found =
    /^(?<scheme>rediss?):\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^/?#@]+)(?:\/(?<number>\d{0,3}))?(?<cluster>\?cluster)?$/.exec(
      value,
    )?.groups;
  if (!found) return null;
  const nodes = splitList(found.hosts ?? '').map(readHost);
  const isCluster = nodes.length > 1 || found.cluster !== undefined;
  const database = Number(found.number ?? 0);
  if (nodes.length === 0 || nodes.includes(null) || (isCluster && database > 0)) return null;
  try {
    return {
      nodes: nodes.filter((node) => node !== null),
      isCluster,
      ...(found.user && { username: decodeURIComponent(found.user) }),
      ...(found.password && { password: decodeURIComponent(found.password) }),
      isEncrypted: found.scheme === 'rediss',
      database,
    };
  } catch {
    return null;
  }
}

function readHost(text: string): { host: string; port: number } | null {
  const address = `redis://${text}`;
  if (!/^(\[[\da-fA-F:.]+\]|[\w.-]+)(:\d{1,5})?$/.test(text) || !URL.canParse(address)) return null;
  const { hostname, port } = new URL(address);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 6_379 : Number(port) };
}

const redis = z
  .string()
  .transform((value, issues) => {
    const read = readRedis(value);
    if (read) return read;
    issues.addIssue({
      code: 'custom',
      message: 'must be redis://host:6379, or a Cluster as redis://host1:6379,host2:6379',
    });
    return z.NEVER;
  })
  .optional();

const roles = z
  .string()
  .default('web,jobs')
  .transform(splitList)
  .pipe(z.array(z.enum(['web', 'jobs'])).nonempty())
  .catch([] as unknown as [Role])
  .refine((found) => found.length > 0, 'must be web, jobs, or web,jobs');

const workers = z
  .string()
  .default('1')
  .refine(
    (value) => value === 'auto' || /^([1-9]|[1-5]\d|6[0-4])$/.test(value),
    'must be a number of processes from 1 to 64, or auto',
  )
  .transform((value) => (value === 'auto' ? availableParallelism() : Number(value)));

const rupees = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .refine((value) => /^[1-9]\d{0,5}$/.test(value), 'must be a whole number of rupees')
    .transform(Number);

const httpOrigin = text
  .transform((value) => value?.replace(/\/$/, ''))
  .refine(
    (value) => value === undefined || isOrigin(value),
    'must be an http(s) address without a path',
  );

const razorpayKeys = [
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'RAZORPAY_PLAN_MONTHLY',
  'RAZORPAY_PLAN_ANNUAL',
] as const;

const trustProxy = z
  .string()
  .default('off')
  .refine(
    (value) =>
      /^(on|off|\d{1,2})$/.test(value) ||
      splitList(value).every((part) => /^[\da-fA-F:.]+(\/\d{1,3})?$/.test(part)),
    'must be on, off, a number of proxies, or a list of addresses and networks',
  )
  .transform((value): Config['trustProxy'] => {
    if (value === 'on' || value === 'off') return value === 'on';
    return /^\d{1,2}$/.test(value) ? Number(value) : splitList(value);
  });

const settings = z
  .object({
    PORT: z
      .string()
      .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
      .default('3000')
      .transform(Number)
      .refine((port) => port <= 65_535, 'must be a whole number from 0 to 65535'),
    HOST: z.string().default('0.0.0.0'),
    PUBLIC_URL: httpOrigin,
    ROOST_DATA: z
      .string()
      .default(join(projectRoot, '.data'))
      .transform((value) => resolve(value)),
    DATABASE_URL: postgresUrl,
    DATABASE_ADMIN_URL: postgresUrl,
    DATABASE_REPLICA_URL: postgresUrl,
    REDIS_URL: redis,
    ROOST_ROLES: roles,
    WEB_CONCURRENCY: workers,
    // Said by the process that starts workers to each of them.
    ROOST_WORKER: z
      .string()
      .regex(/^(own:)?\d{1,2}$/, 'is not to be set')
      .optional(),
    DRAIN_SECONDS: z
      .string()
      .default('0')
      .refine((value) => /^([0-9]|[1-5]\d|60)$/.test(value), 'must be a number of seconds, 0 to 60')
      .transform(Number),
    MAIL_URL: text.refine(
      (value) => value === undefined || hasProtocol(value, 'smtp:', 'smtps:'),
      'must be an smtp:// or smtps:// address',
    ),
    MAIL_FROM: z
      .string()
      .default('Roost <roost@localhost>')
      .refine(
        (value) => /^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(value),
        'must be an address of mail',
      ),
    CORS_ORIGINS: z
      .string()
      .default('')
      .transform(splitList)
      .refine(
        (list) => list.every(isOrigin),
        'must be a list of origins, such as https://app.example.org',
      ),
    TRUST_PROXY: trustProxy,
    RATE_LIMITS: onOff,
    LOG_LEVEL: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be fatal, error, warn, info, debug, trace or silent',
      )
      .default('info'),
    METRICS_TOKEN: text.refine(
      (value) => value === undefined || value.length >= 16,
      'must have 16 characters or more',
    ),
    PREPARED_STATEMENTS: onOff,
    S3_ENDPOINT: httpOrigin,
    S3_REGION: z.string().default('us-east-1'),
    S3_BUCKET: text,
    S3_ACCESS_KEY_ID: text,
    S3_SECRET_ACCESS_KEY: text,
    S3_FORCE_PATH_STYLE: onOff,
    STUN_URLS: iceUrls(/^stuns?:[^\s/?@]+$/, 'stun:turn.example.org:3478'),
    TURN_URLS: iceUrls(
      /^turns?:[^\s/?@]+(\?transport=(udp|tcp))?$/,
      'turn:turn.example.org:3478?transport=udp',
    ),
    TURN_SECRET: text,
    CALL_RING_SECONDS: z
      .string()
      .regex(/^\d{1,3}$/, 'must be a number of seconds, 1 to 600')
      .default('60')
      .transform(Number)
      .refine((seconds) => seconds >= 1 && seconds <= 600, 'must be a number of seconds, 1 to 600'),
    FFMPEG: z
      .string()
      .default('ffmpeg')
      .transform((value) => (value === 'off' ? null : value)),
    NODE_ENV: text,
    PAYMENTS: z.enum(['sandbox', 'razorpay', 'off'], 'must be sandbox, razorpay or off').optional(),
    RAZORPAY_BASE_URL: httpOrigin,
    RAZORPAY_CHECKOUT_URL: httpOrigin,
    RAZORPAY_KEY_ID: text,
    RAZORPAY_KEY_SECRET: text,
    RAZORPAY_WEBHOOK_SECRET: text,
    RAZORPAY_PLAN_MONTHLY: text,
    RAZORPAY_PLAN_ANNUAL: text,
    PRICE_MONTHLY: rupees('50'),
    PRICE_ANNUAL: rupees('480'),
    PAGES_DIR: text.transform((value) => (value === undefined ? null : resolve(value))),
  })
  .refine((found) => found.DATABASE_ADMIN_URL === undefined || found.DATABASE_URL !== undefined, {
    path: ['DATABASE_ADMIN_URL'],
    message: 'needs DATABASE_URL as well',
  })
  .refine((found) => found.DATABASE_REPLICA_URL === undefined || found.DATABASE_URL !== undefined, {
    path: ['DATABASE_REPLICA_URL'],
    message: 'needs DATABASE_URL as well',
  })
  .refine((found) => !found.S3_BUCKET || (found.S3_ACCESS_KEY_ID && found.S3_SECRET_ACCESS_KEY), {
    path: ['S3_BUCKET'],
    message: 'needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY as well',
  })
  .refine((found) => found.S3_BUCKET || !(found.S3_ENDPOINT || found.S3_ACCESS_KEY_ID), {
    path: ['S3_BUCKET'],
    message: 'is missing beside the other S3 settings',
  })
  .refine((found) => found.TURN_URLS.length === 0 || found.TURN_SECRET !== undefined, {
    path: ['TURN_SECRET'],
    message: 'is missing beside TURN_URLS',
  })
  .refine((found) => found.TURN_SECRET === undefined || found.TURN_URLS.length > 0, {
    path: ['TURN_URLS'],
    message: 'is missing beside TURN_SECRET',
  })
  .superRefine((found, issues) => {
    if (found.PAYMENTS !== 'razorpay') return;
    const missing = razorpayKeys.find((name) => found[name] === undefined);
    if (missing)
      issues.addIssue({
        code: 'custom',
        path: [missing],
        message: 'is missing; PAYMENTS=razorpay needs it',
      });
  });

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
