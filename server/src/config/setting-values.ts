import { availableParallelism } from 'node:os';
import { isAbsolute, relative } from 'node:path';
import { z } from 'zod';
import type { Config, RedisConfig, Role } from '../kernel/config.ts';

// Kinds of values of the environment. `settings.ts` has the settings.

export const text = z.string().optional();
export const onOff = z
  .enum(['on', 'off'], 'must be on or off')
  .default('on')
  .transform((word) => word === 'on');

export function isOrigin(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.origin === value;
}

export function hasProtocol(value: string, ...protocols: string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

export function isInside(path: string | undefined, folder: string): boolean {
  if (path === undefined || !isAbsolute(path)) return false;
  const way = relative(folder, path);
  return way === '' || !(way.startsWith('..') || isAbsolute(way));
}

export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A secret, or the new one and old ones that still count. */
export const secrets = (minCharacters: number) =>
  z
    .string()
    .default('')
    .transform(splitList)
    .refine(
      (list) => list.every((each) => each.length >= minCharacters),
      `must have ${minCharacters} characters or more, each if there are several with commas between them`,
    );

export function iceUrls(pattern: RegExp, example: string) {
  return z
    .string()
    .default('')
    .transform(splitList)
    .refine(
      (list) => list.every((each) => pattern.test(each)),
      `must be a list of addresses such as ${example}`,
    );
}

export const postgresUrl = text.refine(
  (value) => value === undefined || hasProtocol(value, 'postgres:', 'postgresql:'),
  'must be a postgres:// address',
);

/** `redis://[user:password@]host[:port][/number]`, or several hosts with commas between them for a Cluster. */
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

export const redis = z
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

export const roles = z
  .string()
  .default('web,jobs')
  .transform(splitList)
  .pipe(z.array(z.enum(['web', 'jobs'])).nonempty())
  .catch([] as unknown as [Role])
  .refine((found) => found.length > 0, 'must be web, jobs, or web,jobs');

export const workers = z
  .string()
  .default('1')
  .refine(
    (value) => value === 'auto' || /^([1-9]|[1-5]\d|6[0-4])$/.test(value),
    'must be a number of processes from 1 to 64, or auto',
  )
  .transform((value) => (value === 'auto' ? availableParallelism() : Number(value)));

export const rupees = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .refine((value) => /^[1-9]\d{0,5}$/.test(value), 'must be a whole number of rupees')
    .transform(Number);

/** A length of time in a unit, with at most six decimals. Tests use fractions. */
export const lengthOfTime = (unit: string, fallback: number, most: number) => {
  const message = `must be a number of ${unit}, more than 0 and at most ${most}`;
  return z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/, message)
    .default(String(fallback))
    .transform(Number)
    .refine((value) => value > 0 && value <= most, message);
};

const GB = 1_073_741_824;
export const mediaQuota = z
  .string()
  .default('10,50')
  .refine(
    (value) => /^\d{1,6}(\.\d{1,3})?(,\d{1,6}(\.\d{1,3})?)?$/.test(value),
    'must be gigabytes for each member, such as 10, or 10,50 for free and premium',
  )
  .transform((value) => {
    const [free = 0, premium = free] = value
      .split(',')
      .map((part) => Math.round(Number(part) * GB));
    return { free, premium };
  });

/** Five fields as in a crontab: minute, hour, day of the month, month, day of the week. */
const CRON_LIMITS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const;

export function isCron(value: string): boolean {
  const fields = value.trim().split(/\s+/);
  return (
    fields.length === CRON_LIMITS.length &&
    CRON_LIMITS.every(([least, most], index) =>
      (fields[index] ?? '').split(',').every((part) => {
        const found = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/([1-9]\d?))?$/.exec(part);
        const numbers = [found?.[1], found?.[2]].filter((each) => each !== undefined).map(Number);
        return found !== null && numbers.every((number) => number >= least && number <= most);
      }),
    )
  );
}

export const httpOrigin = text
  .transform((value) => value?.replace(/\/$/, ''))
  .refine(
    (value) => value === undefined || isOrigin(value),
    'must be an http(s) address without a path',
  );

export const trustProxy = z
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
