import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { StartError } from '../../server/src/config/start-error.ts';
import { openStorage } from '../../server/src/media/media-ports.ts';
import { listBackups, manifestPath } from '../../server/src/platform/backup/backup-ids.ts';
import { FolderTarget } from '../../server/src/platform/backup/folder-target.ts';
import { makeKey } from '../../server/src/platform/backup/key-file.ts';
import { withClient } from '../../server/src/platform/database/with-client.ts';
import { createEmptyDatabase, createTestDatabase } from '../../server/test/support/database.ts';
import { backUp } from './back-up.ts';
import { isEmptyDatabase } from './dump-database.ts';
import { readManifest, streamOf } from './manifest.ts';
import { restore } from './restore.ts';
import { fakeProgram } from './support/fake-program.ts';
import { openFolder, removeFolder, settingsFor } from './support/test-roost.ts';

// dump-drill.long.test.ts backs up and restores an external PostgreSQL, if the machine has one.

async function newSettings() {
  const folder = await openFolder();
  onTestFinished(async () => removeFolder(folder));
  const env = {
    DATABASE_URL: await createTestDatabase(),
    ROOST_DATA: `${folder}/data`,
    BACKUP_TO: `${folder}/target`,
  };
  return { folder, env, target: new FolderTarget(env.BACKUP_TO) };
}

test('an external PostgreSQL needs pg_dump, and an error says what to install', async () => {
  const { env } = await newSettings();
  vi.stubEnv('PATH', '/none');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(backUp(settingsFor(env), env)).rejects.toThrow(
    /^There is no pg_dump on this machine\. Install the programs of PostgreSQL \d+, such as the package postgresql-client-\d+/,
  );
});

test('a manifest that cannot be read stops no backup, and its files stay as they are', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const { folder, env, target } = await newSettings();
  fakeProgram(join(folder, 'bin'), 'pg_dump', 'echo dump');
  const encrypted = { ...env, BACKUP_RECIPIENT: await makeKey(join(folder, 'key')) };
  const config = settingsFor(encrypted);
  await writeFile(join(folder, 'picture'), 'a picture');
  await (
    await openStorage(config)
  ).put(randomUUID(), { name: 'small', type: '', bytes: 9 }, join(folder, 'picture'));

  const first = await backUp(config, encrypted);
  const pictureOf = async (id: string) => {
    const { files } = await readManifest(target, id);
    return files.find(({ logicalPath }) => logicalPath.startsWith('media/'))?.path ?? '';
  };
  const path = await pictureOf(first.id);
  const content = await buffer(await target.get(path));
  await target.put(manifestPath(first.id), streamOf('no manifest'));

  const second = await backUp(config, encrypted);
  expect(second).toMatchObject({ copiedMedia: 1, deletedBackups: 0 });
  expect(warn.mock.calls.flat().join('\n')).toContain(
    `The manifest of the backup ${first.id} is damaged`,
  );
  expect(await pictureOf(second.id)).not.toBe(path);
  expect((await buffer(await target.get(path))).equals(content)).toBe(true);
  expect(await backUp(config, encrypted)).toMatchObject({ copiedMedia: 0 });
});

test('a backup that lost its lock in the database writes no manifest', async () => {
  const { folder, env, target } = await newSettings();
  const [started, go] = [join(folder, 'started'), join(folder, 'go')];
  fakeProgram(
    join(folder, 'bin'),
    'pg_dump',
    `touch '${started}'; while ! test -e '${go}'; do sleep 0.1; done; echo dump`,
  );
  const made = backUp(settingsFor(env), env).catch((error: unknown) => error);
  await vi.waitFor(() => expect(existsSync(started)).toBe(true), 10_000);
  await withClient(env.DATABASE_URL, async (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`),
  );
  await writeFile(go, '');
  expect(await made).toEqual(
    new StartError(
      'The connection that kept other backups away was lost, so this backup is not complete. Make it again.',
    ),
  );
  expect(await listBackups(target)).toEqual([]);
});

/** Begins to restore a backup. Resolves when `pg_restore` has started. It fails as soon as `end` is called. */
async function startRestore(signal?: AbortSignal) {
  const { folder, env } = await newSettings();
  const [started, go] = [join(folder, 'started'), join(folder, 'go')];
  fakeProgram(join(folder, 'bin'), 'pg_dump', 'echo dump');
  fakeProgram(
    join(folder, 'bin'),
    'pg_restore',
    `touch '${started}'; while ! test -e '${go}'; do sleep 0.1; done; echo 'error: broken' >&2; exit 1`,
  );
  await backUp(settingsFor(env), env);
  const found = {
    ...env,
    DATABASE_URL: await createEmptyDatabase(),
    ROOST_DATA: `${folder}/found`,
  };
  await mkdir(found.ROOST_DATA);
  const restored = restore(settingsFor(found), {}, found, signal).catch((error: unknown) => error);
  await vi.waitFor(() => expect(existsSync(started)).toBe(true), 10_000);
  return { found, restored, end: async () => writeFile(go, '') };
}

test('a clean-up that fails keeps the first error', async () => {
  const { found, restored, end } = await startRestore();
  const name = new URL(found.DATABASE_URL).pathname.slice(1);
  await withClient(inject('databases').servers[0] ?? '', async (client) =>
    client.query(`alter database ${name} rename to ${name}_away`),
  );
  await end();
  const error = (await restored) as Error;
  expect(error.message).toMatch(
    /^pg_restore failed: error: broken Then the clean-up failed \(database .* does not exist\)/,
  );
  expect(error.cause).toEqual(new StartError('pg_restore failed: error: broken'));
  expect(readdirSync(found.ROOST_DATA)).toEqual([]);
});

test('a restore that is stopped leaves everything empty', async () => {
  const stop = new AbortController();
  const { found, restored } = await startRestore(stop.signal);
  await withClient(found.DATABASE_URL, async (client) => client.query('create table half ()'));
  const reason = new StartError('It was stopped.');
  stop.abort(reason);
  expect(await restored).toBe(reason);
  expect(await withClient(found.DATABASE_URL, isEmptyDatabase)).toBe(true);
  expect(readdirSync(found.ROOST_DATA)).toEqual([]);
});
