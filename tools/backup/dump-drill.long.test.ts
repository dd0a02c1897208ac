import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as auth from '@roost/contract/auth';
import { openStorage } from '../../server/src/media/media-ports.ts';
import { listBackups } from '../../server/src/platform/backup/backup-ids.ts';
import { openTarget } from '../../server/src/platform/backup/open-target.ts';
import { startObjectStore } from '../../server/test/support/object-store.ts';
import { startAppForTest } from '../../server/test/support/app.ts';
import { join as joinRoost, PASSWORD } from '../../server/test/support/cast.ts';
import { fileOf, noise, postWith } from '../../server/test/support/media.ts';
import { Postgres } from '../cluster/postgres.ts';
import { POSTGRES_PROGRAMS } from '../cluster/programs.ts';
import { backUp } from './back-up.ts';
import { isEmptyDatabase } from './dump-database.ts';
import { makeKey, readKey } from '../../server/src/platform/backup/key-file.ts';
import { readManifest, writeManifest } from './manifest.ts';
import { withClient } from '../../server/src/platform/database/with-client.ts';
import { restore } from './restore.ts';
import { openFolder, removeFolder, settingsFor } from './support/test-roost.ts';

// A drill with a PostgreSQL of the system, and with object stores for media and for backups.

async function newFolder(): Promise<string> {
  const folder = await openFolder();
  onTestFinished(async () => removeFolder(folder));
  return folder;
}

async function startStore() {
  const store = await startObjectStore(await newFolder());
  onTestFinished(() => store.close());
  return store;
}

test.skipIf(!existsSync(join(POSTGRES_PROGRAMS, 'pg_dump')))(
  'a server of their own and an object store are restored into empty ones',
  async () => {
    vi.stubEnv('PATH', `${POSTGRES_PROGRAMS}:${process.env.PATH}`);
    const postgres = await Postgres.start(join(await newFolder(), 'postgres'));
    onTestFinished(async () => postgres.end());
    const databaseAt = async (name: string) => {
      await withClient(postgres.url, async (client) => client.query(`create database ${name}`));
      const url = new URL(postgres.url);
      url.pathname = `/${name}`;
      return url.href;
    };
    const keyFile = join(await newFolder(), 'key');
    const vault = await startStore();
    const backup = {
      BACKUP_TO: 's3://roost/backups',
      BACKUP_S3_ENDPOINT: vault.endpoint,
      BACKUP_S3_ACCESS_KEY_ID: 'S3RVER',
      BACKUP_S3_SECRET_ACCESS_KEY: 'S3RVER',
      BACKUP_RECIPIENT: await makeKey(keyFile),
    };
    const identity = readKey(keyFile);

    const lost = { ...(await startStore()).env, DATABASE_URL: await databaseAt('lost') };
    const app = await startAppForTest({ ...lost, ...backup });
    const alice = await joinRoost(app, 'alice');
    const file = await fileOf('noise.png', noise(300, 200).png());
    const { _id } = await postWith(alice, { content: 'with a picture' }, [file]);
    const first = { ...lost, ...backup, ROOST_DATA: await newFolder() };
    expect(await backUp(settingsFor(first), first)).toMatchObject({ deletedBackups: 0 });
    expect(await backUp(settingsFor(first), first)).toMatchObject({ copiedMedia: 0 });

    // A target that is not empty stays as it is.
    await expect(restore(settingsFor(first), { identity }, first)).rejects.toThrow(
      'The object store is not empty',
    );
    const onlyDatabase = { ...first, ...(await startStore()).env };
    await expect(restore(settingsFor(onlyDatabase), { identity }, onlyDatabase)).rejects.toThrow(
      'The database of DATABASE_URL is not empty.',
    );

    const found = {
      ...backup,
      ...(await startStore()).env,
      DATABASE_URL: await databaseAt('found'),
      ROOST_DATA: await newFolder(),
    };
    const done = await restore(settingsFor(found), { identity }, found);
    expect(done).toMatchObject({ missingMedia: 0 });
    const again = await startAppForTest(found);
    const client = again.client();
    await client.call(auth.login, { body: { email: 'alice', password: PASSWORD } });
    const page = await client.fetch(`/api/posts/${_id}`);
    expect(await page.text()).toContain('with a picture');
    const media = await again.ctx.db.selectFrom('media').selectAll().executeTakeFirstOrThrow();
    for (const { name } of media.files)
      expect(await again.ctx.media.storage.exists(media.id, name)).toBe(true);

    // A restore whose check fails leaves the database and the store as empty as they were.
    const { backup: config } = settingsFor(first);
    if (!config) throw new Error('no target');
    const target = await openTarget(config);
    const manifest = await readManifest(target, (await listBackups(target)).at(-1) ?? '');
    const wrong = { ...manifest, database: { kind: 'dump', rows: { 'public.users': 9 } } as const };
    await writeManifest(target, wrong);
    const emptied = {
      ...backup,
      ...(await startStore()).env,
      DATABASE_URL: await databaseAt('emptied'),
      ROOST_DATA: await newFolder(),
    };
    await expect(restore(settingsFor(emptied), { identity }, emptied)).rejects.toThrow(
      'The table public.users has 1 rows, and the backup had 9.',
    );
    expect(await withClient(emptied.DATABASE_URL, isEmptyDatabase)).toBe(true);
    const store = await openStorage(settingsFor(emptied));
    for await (const file of store.files()) expect(file).toBeUndefined();
    expect(readdirSync(emptied.ROOST_DATA)).toEqual([]);
  },
);
