import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { listSealedSecrets } from '../../../server/src/auth/factors/reseal.queries.ts';
import { resealSecret } from '../../../server/src/auth/factors/second-factor.ts';
import { SecretBox } from '../../../server/src/auth/secret-box.ts';
import { KeyRings } from '../../../server/src/config/key-rings.ts';
import type { Config } from '../../../server/src/kernel/config.ts';
import { openDatabase, type Database } from '../../../server/src/platform/database/client.ts';
import { problem, type Finding } from '../check.ts';
import { MIN_ID } from '../../../server/src/platform/database/id-bounds.ts';

const KEY = 'secret-key';
const ROWS_PER_BATCH = 500;

/** Looks whether the keys open the secrets of authenticator apps. After a restore with other keys, each sign-in with an app fails. */
export async function lookAtApps(config: Config, url: string): Promise<Finding[]> {
  const db = openDatabase({ url, preparedStatements: false, size: 1, onError: () => {} });
  try {
    const { rows } = await sql<{ exists: boolean }>`
      select to_regclass('second_factors') is not null as exists`.execute(db);
    if (!rows[0]?.exists) return [];
    // A ring would make a new key, and then nobody could see that the right one is missing.
    const isKeyMissing = !config.s3 && !existsSync(join(config.dataFolder, KEY));
    const text = isKeyMissing ? await lookWithoutKey(config, db) : await lookWithKey(config, db);
    return text === null ? [] : [problem(text, adviceFor(config))];
  } finally {
    await db.destroy();
  }
}

async function lookWithoutKey({ dataFolder }: Config, db: Database): Promise<string | null> {
  const { done: hasNone } = await currentSecrets(db).next();
  return hasNone
    ? null
    : `there is no ${KEY} in ${dataFolder}, so no code of an authenticator app works`;
}

async function lookWithKey(config: Config, db: Database): Promise<string | null> {
  const ctx = { db, secretBox: new SecretBox(new KeyRings(config).of(KEY)) };
  let count = 0;
  for await (const { userId, secret } of currentSecrets(db))
    if (resealSecret(ctx, userId, secret) === 'unreadable') count += 1;
  return count === 0
    ? null
    : `no key opens the authenticator apps of ${count} people, so their codes do not work`;
}

/** The secrets that sign people in. Pending ones and those of former apps do not. */
async function* currentSecrets(
  db: Database,
): AsyncGenerator<{ userId: string; secret: Buffer }, void> {
  for (let after = MIN_ID; ;) {
    const rows = await listSealedSecrets({ db }, after, ROWS_PER_BATCH);
    for (const { user_id: userId, secret } of rows) if (secret) yield { userId, secret };
    if (rows.length < ROWS_PER_BATCH) return;
    after = rows.at(-1)?.user_id ?? after;
  }
}

function adviceFor({ s3 }: Config): string {
  return s3
    ? 'Set SHARED_SECRET to its value at the time of the backup, or to S3_SECRET_ACCESS_KEY of that time.'
    : `Put ${KEY} of the time of the backup into the data folder, or run npm run admin -- reset-second-factor for each owner.`;
}
