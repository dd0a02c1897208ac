import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keysRotated } from '../../../server/src/auth/auth.events.ts';
import {
  resealSecrets,
  type ResealCounts,
} from '../../../server/src/auth/factors/reseal-secrets.ts';
import { holdLock } from '../../../server/src/config/data-folder.ts';
import { KeyRings, keyNames, type KeyName } from '../../../server/src/config/key-rings.ts';
import { StartError } from '../../../server/src/config/start-error.ts';
import type { Context } from '../../../server/src/kernel/context.ts';
import { wallClock } from '../../../server/src/lib/wall-clock.ts';
import { recordAuditBy } from '../../../server/src/moderation/audit/record-audit.ts';
import { oneOf, type Command, type Report } from '../command.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Statements that began before the new value was in use may still write with the old one. */
const LATE_WRITES_MS = 1_000;
/** The longest wait for a second factor (CHALLENGE_SECONDS) is an hour. */
const CHALLENGES_MS = 2 * HOUR_MS;

/** How long the old value stays valid: as long as something that it made. Null: until everything is encrypted again. */
const oldKeyMs: Record<KeyName, number | null> = {
  'secret-key': null,
  'session-key': 180 * DAY_MS,
  'device-key': 400 * DAY_MS,
  'media-key': 2 * HOUR_MS,
  'cursor-key': DAY_MS,
  'name-key': 31 * DAY_MS,
  // As long as a session. A browser that comes back meanwhile subscribes with the new key.
  'push-key': 180 * DAY_MS,
};

export const rotate: Command = {
  name: 'rotate',
  parameters: ['key'],
  summary: `Give a key of the server a new value, and keep the old one while something needs it: ${keyNames.join(', ')}`,
  options: {
    'drop-old': { type: 'boolean', help: 'make no new value, and end the old ones now' },
  },
  isDestructive: true,
  async run(ctx, { arguments: [given], options }) {
    const key = oneOf('<key>', given, keyNames) ?? 'secret-key';
    const isDryRun = options['dry-run'] === true;
    if (ctx.config.s3) return resealOnly(ctx, key, isDryRun);
    const release = holdLock(join(ctx.config.dataFolder, 'rotate.lock'));
    if (!release) throw new StartError('Another rotation runs. Wait for its end.');
    try {
      const run = options['drop-old'] === true ? dropOld : rotateKey;
      return await run(ctx, new KeyRings(ctx.config), key, isDryRun);
    } finally {
      release();
    }
  },
};

async function rotateKey(
  ctx: Context,
  rings: KeyRings,
  key: KeyName,
  isDryRun: boolean,
): Promise<Report> {
  const lifetime = oldKeyMs[key];
  let oldUntil = lifetime === null ? undefined : wallClock() + lifetime;
  let counts = NO_SECRETS;
  if (!isDryRun) {
    // A file is in no transaction, so the audit log has the act before it happens.
    await recordAuditBy(ctx, 'operator', { action: 'key.rotated', after: { key } });
    rings.rotate(key, oldUntil);
    await tellNodes(ctx);
    if (key === 'secret-key') {
      await untilInUse(rings, key);
      counts = await resealSecrets(ctx);
      oldUntil = wallClock() + CHALLENGES_MS;
      rings.endOld(key, oldUntil);
      await tellNodes(ctx);
    }
  }
  const until = oldUntil === undefined ? null : new Date(oldUntil).toISOString();
  const verb = isDryRun ? 'would get' : 'has';
  return {
    data: { key, isDryRun, oldUntil: until, ...counts },
    lines: [
      `${key} ${verb} a new value. ${until ? `Old values open what they made until ${until}.` : 'Old values end when no secret of an app needs them.'}`,
      ...(key === 'secret-key' && !isDryRun ? sealedLines(counts, false) : []),
    ],
  };
}

async function dropOld(
  ctx: Context,
  rings: KeyRings,
  key: KeyName,
  isDryRun: boolean,
): Promise<Report> {
  const ended = rings.of(key).all.length - 1;
  await untilInUse(rings, key);
  const counts = key === 'secret-key' ? await resealSecrets(ctx, isDryRun) : NO_SECRETS;
  if (!isDryRun) {
    await recordAuditBy(ctx, 'operator', { action: 'key.oldEnded', after: { key, ended } });
    rings.endOld(key);
    await tellNodes(ctx);
  }
  return {
    data: { key, isDryRun, ended, ...counts },
    lines: [
      `${ended} old values of ${key} ${isDryRun ? 'would end' : 'have ended'}.`,
      ...(key === 'secret-key' ? sealedLines(counts, isDryRun) : []),
    ],
  };
}

/** The keys come from a setting. This encrypts secrets again, before the operator removes an old value from the setting. */
async function resealOnly(ctx: Context, key: KeyName, isDryRun: boolean): Promise<Report> {
  if (key !== 'secret-key')
    throw new StartError(
      'With an object store, all keys come from SHARED_SECRET. Change that setting (docs/operating.md, Rotate secrets).',
    );
  const counts = await resealSecrets(ctx, true);
  if (!isDryRun) {
    await recordAuditBy(ctx, 'operator', { action: 'key.rotated', after: { key, ...counts } });
    await resealSecrets(ctx);
  }
  return { data: { key, isDryRun, ...counts }, lines: sealedLines(counts, isDryRun) };
}

/** Before that, an old key still makes new values. */
async function untilInUse(rings: KeyRings, key: KeyName): Promise<void> {
  await sleep(Math.max(0, rings.begin(key) - wallClock() + LATE_WRITES_MS));
}

const NO_SECRETS: ResealCounts = { resealed: 0, unreadable: 0 };

function sealedLines({ resealed, unreadable }: ResealCounts, isDryRun: boolean): string[] {
  return [
    `${resealed} secrets of authenticator apps ${isDryRun ? 'would be' : 'were'} encrypted again.`,
    ...(unreadable > 0
      ? [
          `No key opens ${unreadable} secrets of authenticator apps. Their owners need reset-second-factor.`,
        ]
      : []),
  ];
}

/** All nodes read the keys again, and this process too. */
async function tellNodes(ctx: Context): Promise<void> {
  await ctx.events.deliver([{ type: keysRotated, payload: {} }]);
}
