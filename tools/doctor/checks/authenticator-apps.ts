import { sql } from 'kysely';
import { resealSecrets } from '../../../server/src/auth/factors/reseal-secrets.ts';
import { SecretBox } from '../../../server/src/auth/secret-box.ts';
import { KeyRings } from '../../../server/src/config/key-rings.ts';
import type { Config } from '../../../server/src/kernel/config.ts';
import { openDatabase } from '../../../server/src/platform/database/client.ts';
import { problem, type Finding } from '../check.ts';

/** Looks whether the keys open the secrets of authenticator apps. After a restore with other keys, each sign-in with an app fails. */
export async function lookAtApps(config: Config, url: string): Promise<Finding[]> {
  const db = openDatabase({ url, preparedStatements: false, size: 1, onError: () => {} });
  try {
    const { rows } = await sql<{ exists: boolean }>`
      select to_regclass('second_factors') is not null as exists`.execute(db);
    if (!rows[0]?.exists) return [];
    const secretBox = new SecretBox(new KeyRings(config).of('secret-key'));
    const { unreadable } = await resealSecrets({ db, secretBox }, true);
    return unreadable === 0
      ? []
      : [
          problem(
            `no key opens ${unreadable} secrets of authenticator apps, so their owners cannot sign in`,
            config.s3
              ? 'Set SHARED_SECRET to its value at the time of the backup, or to S3_SECRET_ACCESS_KEY of that time.'
              : 'Put secret-key of the time of the backup into the data folder, or run npm run admin -- reset-second-factor for each owner.',
          ),
        ];
  } finally {
    await db.destroy();
  }
}
