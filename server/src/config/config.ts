import type { z } from 'zod';
import type { BackupConfig, Config, RazorpayConfig, S3Config } from '../kernel/config.ts';
import { splitList } from './setting-values.ts';
import { settings } from './settings.ts';
import { StartError } from './start-error.ts';

export class ConfigError extends StartError {
  override name = 'ConfigError';
}

/** Reads every setting once. Throws a ConfigError that names the setting, but not its value, which may be a secret. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  // Compose files and shells turn a missing variable into an empty one.
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
    metricsTokens: found.METRICS_TOKEN,
    traces: tracesOf(found),
    s3: s3Of(found),
    sharedSecrets:
      found.SHARED_SECRET.length > 0 ? found.SHARED_SECRET : [found.S3_SECRET_ACCESS_KEY ?? ''],
    mediaQuota: found.MEDIA_QUOTA_GB,
    ffmpeg: found.FFMPEG,
    isFfmpegConfined: found.FFMPEG_SANDBOX,
    fetchPages: found.FETCH_PAGES,
    hasServiceWorker: found.SERVICE_WORKER,
    // Only a service worker can show a push.
    push:
      found.PUSH && found.SERVICE_WORKER ? (found.PUSH_ALLOW_LOCAL ? 'local' : 'public') : 'off',
    stunUrls: found.STUN_URLS,
    turn: found.TURN_SECRET ? { urls: found.TURN_URLS, secret: found.TURN_SECRET } : null,
    emailVerification: found.EMAIL_VERIFICATION ?? (found.MAIL_URL ? 'soft' : 'off'),
    emailLinkHours: found.EMAIL_LINK_HOURS,
    usernameDays: found.USERNAME_DAYS,
    reauthMinutes: found.REAUTH_MINUTES,
    activityDays: found.ACTIVITY_DAYS,
    undoHours: found.UNDO_HOURS,
    needsStaffFactor: found.STAFF_SECOND_FACTOR && isHttps(found),
    challengeSeconds: found.CHALLENGE_SECONDS,
    newAccountDays: found.NEW_ACCOUNT_DAYS,
    appealDays: found.APPEAL_DAYS,
    removedDays: found.REMOVED_DAYS,
    evidenceDays: found.EVIDENCE_DAYS,
    deletionDays: found.DELETION_DAYS,
    exportDays: found.EXPORT_DAYS,
    callRingSeconds: found.CALL_RING_SECONDS,
    preparedStatements: found.PREPARED_STATEMENTS,
    payments: found.PAYMENTS ?? (isPublicSite(found) ? 'off' : 'sandbox'),
    razorpay: razorpayOf(found),
    isProduction: found.NODE_ENV === 'production',
    prices: { monthly: found.PRICE_MONTHLY, annual: found.PRICE_ANNUAL },
    backup: backupOf(found),
    registration: found.REGISTRATION,
    pagesFolder: found.PAGES_DIR,
  };
}

const isHttps = ({ PUBLIC_URL }: z.output<typeof settings>) =>
  PUBLIC_URL?.startsWith('https:') ?? false;

/** Whether the site is public. A public site does not default to the payment sandbox. */
function isPublicSite(found: z.output<typeof settings>): boolean {
  return found.NODE_ENV === 'production' || isHttps(found);
}

function workerOf(said: string | undefined): Config['worker'] {
  if (said === undefined) return null;
  return { number: Number(said.replace('own:', '')), isDatabaseOurs: said.startsWith('own:') };
}

function tracesOf(found: z.output<typeof settings>): Config['traces'] {
  if (found.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null;
  return {
    endpoint: found.OTEL_EXPORTER_OTLP_ENDPOINT,
    service: found.OTEL_SERVICE_NAME,
    share: found.OTEL_TRACES_SAMPLER_ARG,
  };
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

function backupOf(found: z.output<typeof settings>): BackupConfig | null {
  if (!found.BACKUP_TO) return null;
  return {
    to: backupTargetOf(found, found.BACKUP_TO),
    recipient: found.BACKUP_RECIPIENT ?? null,
    schedule: found.BACKUP_SCHEDULE ?? null,
    keep: found.BACKUP_KEEP,
    archivesWal: found.BACKUP_WAL === 'on',
  };
}

/** Absent settings of the backup bucket are the same as for media. */
function backupTargetOf(found: z.output<typeof settings>, to: string): BackupConfig['to'] {
  const parts = /^s3:\/\/(?<bucket>[^/]+)\/?(?<prefix>.*)$/.exec(to)?.groups;
  if (!parts) return { folder: to };
  const prefix = parts.prefix?.replace(/^\/+|\/+$/g, '') ?? '';
  return {
    s3: {
      endpoint: found.BACKUP_S3_ENDPOINT ?? found.S3_ENDPOINT ?? null,
      region: found.BACKUP_S3_REGION ?? found.S3_REGION,
      bucket: parts.bucket ?? '',
      accessKeyId: found.BACKUP_S3_ACCESS_KEY_ID ?? found.S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: found.BACKUP_S3_SECRET_ACCESS_KEY ?? found.S3_SECRET_ACCESS_KEY ?? '',
      forcePathStyle: found.S3_FORCE_PATH_STYLE,
    },
    prefix: prefix && `${prefix}/`,
  };
}

function razorpayOf(found: z.output<typeof settings>): RazorpayConfig | null {
  if (found.PAYMENTS !== 'razorpay') return null;
  return {
    baseUrl: found.RAZORPAY_BASE_URL ?? 'https://api.razorpay.com',
    checkoutUrl: found.RAZORPAY_CHECKOUT_URL ?? 'https://checkout.razorpay.com',
    keyId: found.RAZORPAY_KEY_ID ?? '',
    keySecret: found.RAZORPAY_KEY_SECRET ?? '',
    webhookSecrets: splitList(found.RAZORPAY_WEBHOOK_SECRET ?? ''),
    monthlyPlan: found.RAZORPAY_PLAN_MONTHLY ?? '',
    annualPlan: found.RAZORPAY_PLAN_ANNUAL ?? '',
  };
}

/** The origin from which browsers load media, or null if this server sends them. */
export function mediaOrigin({ s3 }: Config): string | null {
  if (!s3) return null;
  const { protocol, host } = new URL(s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`);
  return `${protocol}//${s3.forcePathStyle ? host : `${s3.bucket}.${host}`}`;
}
