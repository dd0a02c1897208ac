import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../server/test/support/database.ts';
import { backUp } from './back-up.ts';
import { openFolder, removeFolder, settingsFor } from './support/test-roost.ts';

// dump-drill.long.test.ts backs up and restores an external PostgreSQL, if the machine has one.

test('an external PostgreSQL needs pg_dump, and an error says what to install', async () => {
  const folder = await openFolder();
  onTestFinished(async () => removeFolder(folder));
  const env = {
    DATABASE_URL: await createTestDatabase(),
    ROOST_DATA: `${folder}/data`,
    BACKUP_TO: `${folder}/target`,
  };
  vi.stubEnv('PATH', '/none');
  await expect(backUp(settingsFor(env), env)).rejects.toThrow(
    /^There is no pg_dump on this machine\. Install the programs of PostgreSQL \d+, such as the package postgresql-client-\d+/,
  );
});
