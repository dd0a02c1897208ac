import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startEmbedded, type Embedded } from '../src/db/embedded.ts';
import { postmasterOf } from '../src/db/embedded-leftovers.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'roost-embedded-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(folder: string): Promise<Embedded> {
  const database = await startEmbedded({ folder });
  onTestFinished(() => database.stop());
  return database;
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows;
  } finally {
    await client.end();
  }
}

test('is durable, checked, on loopback, knows letters beyond ASCII, and its role is no superuser', async () => {
  const folder = emptyFolder();
  const { url, superuserUrl } = await start(folder);
  const [facts] = await ask(
    url,
    `select datlocprovider, datlocale, current_setting('data_checksums') checksums, current_setting('fsync') fsync,
       current_setting('listen_addresses') listen, current_setting('password_encryption') hash, current_setting('is_superuser') superuser, lower('ŽÄПΣ') lower
     from pg_database where datname = current_database()`,
  );
  expect(facts).toEqual({
    datlocprovider: 'b',
    datlocale: 'C.UTF-8',
    checksums: 'on',
    fsync: 'on',
    listen: '127.0.0.1',
    hash: 'scram-sha-256',
    superuser: 'off',
    lower: 'žäпσ',
  });
  expect(await ask(superuserUrl, 'show unix_socket_directories')).toEqual([
    { unix_socket_directories: '' },
  ]);
  await ask(url, 'create extension pg_trgm');
  expect(await ask(url, "select similarity('Žluťoučký', 'žluťoučky') > 0.5 as alike")).toEqual([
    { alike: true },
  ]);
  expect(statSync(join(folder, 'db/password')).mode & 0o777).toBe(0o600);
  await expect(ask(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password');
});

test('a killed postmaster is started again on the same port, with everything committed', async () => {
  const folder = emptyFolder();
  const { url } = await start(folder);
  await ask(url, 'create table kept (n int); insert into kept values (7)');
  const killed = postmasterOf(join(folder, 'db/cluster'));
  process.kill(killed ?? 0, 'SIGKILL');
  await vi.waitFor(
    async () => expect(await ask(url, 'select n from kept')).toEqual([{ n: 7 }]),
    10_000,
  );
  expect(postmasterOf(join(folder, 'db/cluster'))).not.toBe(killed);
});

test('a postmaster.pid whose number is now another program does not stop the start, nor that program', async () => {
  const folder = emptyFolder();
  await (await start(folder)).stop();
  writeFileSync(join(folder, 'db/cluster/postmaster.pid'), `${process.pid}\n${folder}\n`);
  const { url } = await start(folder);
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a cluster half made is begun anew', async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'db/new/cluster'), { recursive: true });
  writeFileSync(join(folder, 'db/new/cluster/PG_VERSION'), '18\n');
  const { url } = await start(folder);
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(existsSync(join(folder, 'db/new'))).toBe(false);
});

test('a folder in use is refused, and free again after a stop', async () => {
  const folder = emptyFolder();
  const first = await start(folder);
  await expect(startEmbedded({ folder })).rejects.toThrow('in use by another Roost');
  await first.stop();
  await start(folder);
});

test('a password that was lost is said to be, in one line', async () => {
  const folder = emptyFolder();
  await (await start(folder)).stop();
  rmSync(join(folder, 'db/password'));
  await expect(startEmbedded({ folder })).rejects.toThrow(
    /does not know the password in .*; put the old file back\.$/,
  );
});
