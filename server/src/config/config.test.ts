import { isAbsolute } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('every setting has a default', () => {
  const config = readConfig({ PUBLIC_URL: '' });
  expect(config).toMatchObject({
    port: 3000,
    publicUrl: null,
    databaseUrl: null,
    trustProxy: false,
    rateLimits: true,
  });
  expect(isAbsolute(config.dataFolder)).toBe(true);
});

test('settings are parsed into the types of the code', () => {
  const config = readConfig({
    PUBLIC_URL: 'https://roost.example/',
    CORS_ORIGINS: 'https://a.example, http://localhost:5173',
    TRUST_PROXY: '10.0.0.0/8,::1',
    RATE_LIMITS: 'off',
  });
  expect(config.publicUrl).toBe('https://roost.example');
  expect(config.corsOrigins).toEqual(['https://a.example', 'http://localhost:5173']);
  expect(config.trustProxy).toEqual(['10.0.0.0/8', '::1']);
  expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
  expect(readConfig({ TRUST_PROXY: 'on', HOST: '127.0.0.1' }).trustProxy).toBe(true);
  expect(config.rateLimits).toBe(false);
});

test.each([
  ['PORT', 'many'],
  ['PORT', '65536'],
  ['RATE_LIMITS', 'yes'],
  ['PUBLIC_URL', 'example.org'],
  ['PUBLIC_URL', 'https://example.org/roost'],
  ['PAYMENTS', 'cash'],
  ['PRICE_MONTHLY', '0'],
  ['PRICE_ANNUAL', '4.80'],
  ['RAZORPAY_BASE_URL', 'api.razorpay.com'],
  ['DATABASE_URL', 'mysql://localhost/secret'],
  ['DATABASE_ADMIN_URL', 'postgres://localhost/secret'],
  ['MAIL_URL', 'http://localhost'],
  ['MAIL_FROM', 'Roost'],
  ['CORS_ORIGINS', 'https://a.example, b.example'],
  ['TRUST_PROXY', 'maybe'],
  ['LOG_LEVEL', 'loud'],
  ['METRICS_TOKEN', 'secret'],
  ['METRICS_TOKEN', 'a new long secret,secret'],
  ['SHARED_SECRET', 'a secret of nodes without a store'],
  ['PREPARED_STATEMENTS', '1'],
  ['STUN_URLS', 'turn:secret.example'],
  ['STUN_URLS', 'https://secret.example'],
  ['TURN_URLS', 'turn:user:secret@turn.example'],
  ['EMAIL_VERIFICATION', 'on'],
  ['STAFF_SECOND_FACTOR', 'yes'],
  ['REAUTH_MINUTES', '0'],
  ['REAUTH_MINUTES', 'ten'],
  ['CHALLENGE_SECONDS', '3601'],
  ['NEW_ACCOUNT_DAYS', '366'],
  ['REGISTRATION', 'friends'],
  ['FETCH_PAGES', 'on'],
  ['SERVICE_WORKER', 'no'],
  ['APPEAL_DAYS', '0'],
  ['REMOVED_DAYS', '-1'],
  ['EVIDENCE_DAYS', 'soon'],
  ['DELETION_DAYS', '0'],
  ['EXPORT_DAYS', 'a week'],
  ['CALL_RING_SECONDS', '0'],
  ['CALL_RING_SECONDS', '1.5'],
  ['REDIS_URL', 'http://secret:6379'],
  ['REDIS_URL', 'redis://'],
  ['REDIS_URL', 'redis://a:6379,:6379'],
  ['REDIS_URL', 'redis://a:63799999'],
  ['REDIS_URL', 'redis://a:6379,b:6379/2'],
  ['ROOST_ROLES', 'web,secret'],
  ['ROOST_ROLES', ','],
  ['WEB_CONCURRENCY', '0'],
  ['WEB_CONCURRENCY', '65'],
  ['DRAIN_SECONDS', '61'],
  ['BACKUP_TO', 'secret/backups'],
  ['BACKUP_TO', 's3://secret'],
  ['BACKUP_TO', `${readConfig({}).dataFolder}/secret`],
  ['BACKUP_RECIPIENT', 'AGE-SECRET-KEY-1QQ'],
  ['BACKUP_SCHEDULE', 'daily'],
  ['BACKUP_SCHEDULE', '0 24 * * *'],
  ['BACKUP_SCHEDULE', '0 3 * * *'],
  ['BACKUP_KEEP', '0'],
  ['BACKUP_WAL', 'on'],
  ['ROOST_DATE', '/srv/roost'],
])('a bad %s (%s) is refused in one line that names it and not its value', (name, value) => {
  let message = '';
  try {
    readConfig({ [name]: value });
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    message = (error as ConfigError).message;
  }
  expect(message).toMatch(new RegExp(`^(Unknown s|S)etting ${name}\\b.*\\.$`));
  expect(message).not.toContain('secret');
});

test.each([
  [{ TURN_SECRET: 'a secret' }, 'Setting TURN_URLS is missing beside TURN_SECRET.'],
  [{ TURN_URLS: 'turn:turn.example' }, 'Setting TURN_SECRET is missing beside TURN_URLS.'],
])('a relay needs both its settings: %j', (env, words) => {
  expect(() => readConfig(env)).toThrow(words);
});

test.each(['0.0.0.0', '::', '192.168.1.7', 'roost.lan', undefined])(
  'TRUST_PROXY=on is refused where HOST is %s: anybody could claim any address',
  (host) => {
    const env = { TRUST_PROXY: 'on', ...(host && { HOST: host }) };
    expect(() => readConfig(env)).toThrow(
      /^Setting TRUST_PROXY can be on only where HOST is a loopback address.*number of proxies/,
    );
  },
);

test.each(['127.0.0.1', '127.0.0.9', '::1', 'localhost'])(
  'TRUST_PROXY=on is taken where HOST is %s',
  (host) => expect(readConfig({ TRUST_PROXY: 'on', HOST: host }).trustProxy).toBe(true),
);

test('backups go to a folder, or to a bucket with keys of its own', () => {
  expect(readConfig({}).backup).toBeNull();
  expect(
    readConfig({ BACKUP_TO: '/mnt/backups', BACKUP_SCHEDULE: '0 3,15 * * 1-5' }).backup,
  ).toEqual({
    to: { folder: '/mnt/backups' },
    recipient: null,
    schedule: '0 3,15 * * 1-5',
    keep: 7,
    archivesWal: false,
  });
  const keys = { BACKUP_S3_ACCESS_KEY_ID: 'id', BACKUP_S3_SECRET_ACCESS_KEY: 'word' };
  expect(readConfig({ BACKUP_TO: 's3://vault/roost/', ...keys }).backup?.to).toMatchObject({
    s3: { bucket: 'vault', accessKeyId: 'id', secretAccessKey: 'word', region: 'us-east-1' },
    prefix: 'roost/',
  });
});

test('a short key of an object store is not the secret of the nodes', () => {
  const store = { S3_BUCKET: 'roost', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'sevenby' };
  expect(() => readConfig(store)).toThrow(
    'Setting SHARED_SECRET must be set, because S3_SECRET_ACCESS_KEY has fewer than 8 characters',
  );
  expect(readConfig({ ...store, SHARED_SECRET: 'eight by' }).sharedSecrets).toEqual(['eight by']);
});

test('the staff needs a second factor with https', () => {
  expect(readConfig({}).needsStaffFactor).toBe(false);
  const env = { PUBLIC_URL: 'https://roost.example' };
  expect(readConfig(env).needsStaffFactor).toBe(true);
  expect(readConfig({ ...env, STAFF_SECOND_FACTOR: 'off' }).needsStaffFactor).toBe(false);
});

test('addresses are verified by default where mails are sent', () => {
  expect(readConfig({}).emailVerification).toBe('off');
  expect(readConfig({ MAIL_URL: 'smtp://localhost' }).emailVerification).toBe('soft');
  const env = { MAIL_URL: 'smtp://localhost', EMAIL_VERIFICATION: 'required' };
  expect(readConfig(env).emailVerification).toBe('required');
});

test('payments default to the sandbox, and to off on a public site', () => {
  expect(readConfig({}).payments).toBe('sandbox');
  expect(readConfig({ NODE_ENV: 'production' }).payments).toBe('off');
  expect(readConfig({ PUBLIC_URL: 'https://roost.example' }).payments).toBe('off');
  expect(readConfig({ PUBLIC_URL: 'http://roost.local' }).payments).toBe('sandbox');
  for (const env of [{ NODE_ENV: 'production' }, { PUBLIC_URL: 'https://roost.example' }])
    expect(readConfig({ ...env, PAYMENTS: 'sandbox' }).payments).toBe('sandbox');
  expect(() => readConfig({ PAYMENTS: 'razorpay' })).toThrow(
    'Setting RAZORPAY_KEY_ID is missing; PAYMENTS=razorpay needs it.',
  );
  expect(readConfig({ PRICE_MONTHLY: '99' }).prices).toEqual({ monthly: 99, annual: 480 });
});

test.each([
  ['redis://cache', { nodes: [{ host: 'cache', port: 6379 }], isCluster: false, database: 0 }],
  [
    'rediss://roost:p%40ss@cache:6380/3',
    {
      nodes: [{ host: 'cache', port: 6380 }],
      isEncrypted: true,
      username: 'roost',
      password: 'p@ss',
      database: 3,
    },
  ],
  ['redis://:word@[::1]:7000', { nodes: [{ host: '::1', port: 7000 }], password: 'word' }],
  [
    'redis://a:7000,b:7001',
    {
      nodes: [
        { host: 'a', port: 7000 },
        { host: 'b', port: 7001 },
      ],
      isCluster: true,
    },
  ],
  ['redis://a:7000?cluster', { nodes: [{ host: 'a', port: 7000 }], isCluster: true }],
])('%s is understood', (value, expected) => {
  expect(readConfig({ REDIS_URL: value }).redis).toMatchObject(expected);
});

test('by default one process has all roles', () => {
  expect(readConfig({})).toMatchObject({ roles: ['web', 'jobs'], workers: 1, redis: null });
  expect(readConfig({ ROOST_ROLES: 'jobs' }).roles).toEqual(['jobs']);
  expect(readConfig({ WEB_CONCURRENCY: 'auto' }).workers).toBeGreaterThan(0);
});
