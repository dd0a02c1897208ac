import { isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import { registrationMode } from '@roost/contract/site';
import { isLoopback } from '../lib/loopback.ts';
import {
  hasProtocol,
  httpOrigin,
  iceUrls,
  isCron,
  isInside,
  isOrigin,
  lengthOfTime,
  mediaQuota,
  onOff,
  postgresUrl,
  redis,
  roles,
  rupees,
  secrets,
  splitList,
  text,
  trustProxy,
  workers,
} from './setting-values.ts';

const projectRoot = resolve(import.meta.dirname, '../../..');

/** The fewest of `SHARED_SECRET`. A key of an object store may become one, and MinIO allows as few. */
const SECRET_CHARACTERS = 8;

const razorpayKeys = [
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'RAZORPAY_PLAN_MONTHLY',
  'RAZORPAY_PLAN_ANNUAL',
] as const;

/** Every setting of the environment. Each invalid value or combination gets one clear line. */
export const settings = z
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
    REDIS_URL: redis,
    ROOST_ROLES: roles,
    WEB_CONCURRENCY: workers,
    // The primary process sets this for each worker.
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
      .default('roost@localhost')
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
    // `npm start` reads it before the server. Here it is only checked.
    SUPERVISE: onOff,
    LOG_LEVEL: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be fatal, error, warn, info, debug, trace or silent',
      )
      .default('info'),
    METRICS_TOKEN: secrets(16),
    OTEL_EXPORTER_OTLP_ENDPOINT: text.refine(
      (value) => value === undefined || hasProtocol(value, 'http:', 'https:'),
      'must be an http:// or https:// address',
    ),
    // The exporter reads it. Here it is only known.
    OTEL_EXPORTER_OTLP_HEADERS: text,
    OTEL_SERVICE_NAME: z.string().default('roost'),
    OTEL_TRACES_SAMPLER_ARG: z
      .string()
      .regex(/^(0(\.\d{1,6})?|1(\.0+)?)$/, 'must be a share, 0 to 1')
      .default('1')
      .transform(Number),
    PREPARED_STATEMENTS: onOff,
    S3_ENDPOINT: httpOrigin,
    S3_REGION: z.string().default('us-east-1'),
    S3_BUCKET: text,
    S3_ACCESS_KEY_ID: text,
    S3_SECRET_ACCESS_KEY: text,
    SHARED_SECRET: secrets(SECRET_CHARACTERS),
    S3_FORCE_PATH_STYLE: onOff,
    STUN_URLS: iceUrls(/^stuns?:[^\s/?@]+$/, 'stun:turn.example.org:3478'),
    TURN_URLS: iceUrls(
      /^turns?:[^\s/?@]+(\?transport=(udp|tcp))?$/,
      'turn:turn.example.org:3478?transport=udp',
    ),
    TURN_SECRET: text,
    EMAIL_VERIFICATION: z
      .enum(['off', 'soft', 'required'], 'must be off, soft or required')
      .optional(),
    EMAIL_LINK_HOURS: lengthOfTime('hours', 24, 720),
    USERNAME_DAYS: lengthOfTime('days', 30, 3_650),
    REAUTH_MINUTES: lengthOfTime('minutes', 10, 1_440),
    ACTIVITY_DAYS: lengthOfTime('days', 90, 3_650),
    UNDO_HOURS: lengthOfTime('hours', 72, 720),
    STAFF_SECOND_FACTOR: onOff,
    CHALLENGE_SECONDS: lengthOfTime('seconds', 300, 3_600),
    NEW_ACCOUNT_DAYS: z
      .string()
      .regex(/^\d{1,3}$/, 'must be a number of days, 0 to 365')
      .default('3')
      .transform(Number)
      .refine((days) => days <= 365, 'must be a number of days, 0 to 365'),
    APPEAL_DAYS: lengthOfTime('days', 30, 3_650),
    REMOVED_DAYS: lengthOfTime('days', 30, 3_650),
    EVIDENCE_DAYS: lengthOfTime('days', 90, 3_650),
    DELETION_DAYS: lengthOfTime('days', 14, 3_650),
    EXPORT_DAYS: lengthOfTime('days', 7, 365),
    CALL_RING_SECONDS: z
      .string()
      .regex(/^\d{1,3}$/, 'must be a number of seconds, 1 to 600')
      .default('60')
      .transform(Number)
      .refine((seconds) => seconds >= 1 && seconds <= 600, 'must be a number of seconds, 1 to 600'),
    MEDIA_QUOTA_GB: mediaQuota,
    FFMPEG: z
      .string()
      .default('ffmpeg')
      .transform((value) => (value === 'off' ? null : value)),
    FFMPEG_SANDBOX: onOff,
    FETCH_PAGES: z
      .enum(['public', 'off', 'local'], 'must be public, off or local')
      .default('public'),
    SERVICE_WORKER: onOff,
    PUSH: onOff,
    PUSH_ALLOW_LOCAL: z
      .enum(['on', 'off'], 'must be on or off')
      .default('off')
      .transform((word) => word === 'on'),
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
    REGISTRATION: z
      .enum(registrationMode.options, 'must be open, invite, approval or closed')
      .default('open'),
    BACKUP_TO: text.refine(
      (value) =>
        value === undefined || isAbsolute(value) || /^s3:\/\/[^/\s]+(\/[^\s?#]*)?$/.test(value),
      'must be an absolute path of a folder, or s3://bucket/folder',
    ),
    BACKUP_RECIPIENT: text.refine(
      (value) => value === undefined || /^age1[02-9ac-hj-np-z]{58}$/.test(value),
      'must be a public key of age, such as npm run backup -- --new-key prints',
    ),
    BACKUP_SCHEDULE: text.refine(
      (value) => value === undefined || isCron(value),
      'must be five fields of a crontab in UTC, such as 0 3 * * *',
    ),
    BACKUP_KEEP: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, 'must be a number of backups, 1 to 9999')
      .default('7')
      .transform(Number),
    BACKUP_WAL: z.enum(['on', 'off'], 'must be on or off').optional(),
    BACKUP_S3_ENDPOINT: httpOrigin,
    BACKUP_S3_REGION: text,
    BACKUP_S3_ACCESS_KEY_ID: text,
    BACKUP_S3_SECRET_ACCESS_KEY: text,
    PAGES_DIR: text.transform((value) => (value === undefined ? null : resolve(value))),
  })
  .refine((found) => found.DATABASE_ADMIN_URL === undefined || found.DATABASE_URL !== undefined, {
    path: ['DATABASE_ADMIN_URL'],
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
  .refine(
    (found) =>
      !found.S3_BUCKET ||
      found.SHARED_SECRET.length > 0 ||
      (found.S3_SECRET_ACCESS_KEY ?? '').length >= SECRET_CHARACTERS,
    {
      path: ['SHARED_SECRET'],
      message: `must be set, because S3_SECRET_ACCESS_KEY has fewer than ${SECRET_CHARACTERS} characters`,
    },
  )
  .refine((found) => found.S3_BUCKET || found.SHARED_SECRET.length === 0, {
    path: ['SHARED_SECRET'],
    message: 'is only for nodes with an object store (S3_BUCKET)',
  })
  .refine((found) => found.TURN_URLS.length === 0 || found.TURN_SECRET !== undefined, {
    path: ['TURN_SECRET'],
    message: 'is missing beside TURN_URLS',
  })
  .refine((found) => found.TURN_SECRET === undefined || found.TURN_URLS.length > 0, {
    path: ['TURN_URLS'],
    message: 'is missing beside TURN_SECRET',
  })
  .refine((found) => found.TRUST_PROXY !== true || isLoopback(found.HOST), {
    path: ['TRUST_PROXY'],
    message:
      'can be on only where HOST is a loopback address, such as 127.0.0.1; else set the number of proxies, such as 1, or their addresses',
  })
  .refine((found) => !isInside(found.BACKUP_TO, found.ROOST_DATA), {
    path: ['BACKUP_TO'],
    message: 'must not be inside ROOST_DATA, which is lost together with it',
  })
  .refine(
    (found) =>
      !found.BACKUP_TO?.startsWith('s3:') ||
      ((found.BACKUP_S3_ACCESS_KEY_ID ?? found.S3_ACCESS_KEY_ID) &&
        (found.BACKUP_S3_SECRET_ACCESS_KEY ?? found.S3_SECRET_ACCESS_KEY)),
    {
      path: ['BACKUP_TO'],
      message: 'needs BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY as well',
    },
  )
  .refine(
    (found) =>
      found.BACKUP_WAL !== 'on' ||
      !found.DATABASE_URL ||
      // The primary process gives its workers the address of the built-in database.
      found.ROOST_WORKER?.startsWith('own:'),
    {
      path: ['BACKUP_WAL'],
      message: 'is for the built-in database; with DATABASE_URL, archive the WAL of that server',
    },
  )
  .superRefine((found, issues) => {
    const names = ['BACKUP_SCHEDULE', 'BACKUP_RECIPIENT', 'BACKUP_WAL'] as const;
    const first = found.BACKUP_TO ? undefined : names.find((name) => found[name] !== undefined);
    if (first)
      issues.addIssue({ code: 'custom', path: [first], message: 'needs BACKUP_TO as well' });
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
