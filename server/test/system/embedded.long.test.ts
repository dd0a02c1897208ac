import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findRunning } from '../../src/platform/database/embedded/embedded-running.ts';
import { startEmbedded, type Embedded } from '../../src/platform/database/embedded/embedded.ts';
import { postmasterOf } from '../../src/platform/database/embedded/embedded-leftovers.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'roost-embedded-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder that PostgreSQL's own user can also reach if the test runs as root. */
function longFolder(name: string): string {
  const above = emptyFolder();
  chmodSync(above, 0o711);
  return join(above, name);
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

test('the database is durable, checksummed, local and in UTF-8, without a superuser role', async () => {
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
  const cluster = join(folder, 'db/cluster');
  expect(new URL(url).searchParams.get('host')).toBe(realpathSync(cluster));
  expect(await ask(url, 'select inet_client_addr() as address')).toEqual([{ address: null }]);
  // Other users cannot reach the socket.
  expect(statSync(cluster).mode & 0o077).toBe(0);
  expect(await ask(superuserUrl, 'show unix_socket_directories')).toEqual([
    { unix_socket_directories: `"${realpathSync(cluster)}"` },
  ]);
  const byPort = new URL(url);
  byPort.search = '';
  expect(await ask(byPort.href, 'select host(inet_client_addr()) as address')).toEqual([
    { address: '127.0.0.1' },
  ]);
  await ask(url, 'create extension pg_trgm');
  expect(await ask(url, "select similarity('Žluťoučký', 'žluťoučky') > 0.5 as alike")).toEqual([
    { alike: true },
  ]);
  expect(statSync(join(folder, 'db/password')).mode & 0o777).toBe(0o600);
  await expect(ask(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password');
});

test('a killed postmaster starts again on the same port with all data', async () => {
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

test('a path too long for a socket gets a temporary socket folder', async () => {
  const folder = longFolder('a, "long" way '.repeat(9));
  const database = await startEmbedded({ folder });
  onTestFinished(() => database.stop());
  const socketFolder = String(new URL(database.url).searchParams.get('host'));
  expect(socketFolder.startsWith(join(tmpdir(), 'roost-db-'))).toBe(true);
  expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
  expect(await ask(database.url, 'select inet_client_addr() as address')).toEqual([
    { address: null },
  ]);
  expect(findRunning(folder)).toBe(database.url);
  await database.stop();
  expect(existsSync(socketFolder)).toBe(false);
});

test('without a possible socket, clients use the port', async () => {
  const before = process.env['TMPDIR'];
  const folder = longFolder('long'.repeat(30));
  process.env['TMPDIR'] = folder;
  onTestFinished(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  });
  const { url } = await start(folder);
  expect(new URL(url).search).toBe('');
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(findRunning(folder)).toBe(url);
});

test('a stale postmaster.pid of another program neither prevents the start nor harms it', async () => {
  const folder = emptyFolder();
  await (await start(folder)).stop();
  writeFileSync(join(folder, 'db/cluster/postmaster.pid'), `${process.pid}\n${folder}\n`);
  const { url } = await start(folder);
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('an incomplete cluster is created again', async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'db/new/cluster'), { recursive: true });
  writeFileSync(join(folder, 'db/new/cluster/PG_VERSION'), '18\n');
  const { url } = await start(folder);
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(existsSync(join(folder, 'db/new'))).toBe(false);
});

test('a folder in use is refused until its database stops', async () => {
  const folder = emptyFolder();
  const first = await start(folder);
  await expect(startEmbedded({ folder })).rejects.toThrow('in use by another Roost');
  await first.stop();
  await start(folder);
});

test('a new folder in place of a moved one is refused while the moved database runs', async () => {
  const folder = emptyFolder();
  const first = await start(folder);
  renameSync(join(folder, 'db'), join(folder, 'db-moved'));
  onTestFinished(() => first.stop());
  await expect(startEmbedded({ folder })).rejects.toThrow('still runs');
});

test('a lost password gives a one-line error', async () => {
  const folder = emptyFolder();
  await (await start(folder)).stop();
  rmSync(join(folder, 'db/password'));
  await expect(startEmbedded({ folder })).rejects.toThrow(
    /does not know the password in .*; put the old file back\.$/,
  );
});
