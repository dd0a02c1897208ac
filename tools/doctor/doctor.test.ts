import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setUpTotp } from '@roost/contract/factors';
import { sql } from 'kysely';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../server/src/config/config.ts';
import { backupIdAt, manifestPath } from '../../server/src/platform/backup/backup-ids.ts';
import { startAppForFile, startAppForTest } from '../../server/test/support/app.ts';
import { join } from '../../server/test/support/cast.ts';
import { createTestDatabase } from '../../server/test/support/database.ts';
import { withTotp } from '../../server/test/support/factors.ts';
import { examine, linesOf, type Examined } from './examine.ts';

const app = await startAppForFile();
const folder = await mkdtemp(joinPath(tmpdir(), 'roost-doctor-test-'));
afterAll(async () => rm(folder, { recursive: true }));
const databaseUrl = await createTestDatabase();

async function examined(env: Record<string, string> = {}): Promise<Examined[]> {
  const config = readConfig({
    ROOST_DATA: folder,
    DATABASE_URL: databaseUrl,
    FFMPEG: 'off',
    ...env,
  });
  return examine({ config, mailTo: undefined });
}

const about = (found: Examined[], name: string) =>
  found.filter((each) => each.name === name).map(({ level, text }) => [level, text]);

test('a site that works has no problem, apart from the clock of this machine', async () => {
  const found = await examined({ PUBLIC_URL: app.address, TRUST_PROXY: '1', HOST: '127.0.0.1' });
  expect(found.filter(({ level, name }) => level === 'problem' && name !== 'clock')).toEqual([]);
  expect(about(found, 'address')).toEqual([
    ['fine', `${app.address} answers`],
    ['fine', 'sockets get through'],
  ]);
  expect(about(found, 'database')).toEqual([['fine', expect.stringMatching(/^PostgreSQL \d/)]]);
  for (const line of linesOf(found)) expect(line).toMatch(/^(?:[✓·✗] | {4})\S?/);
});

test('a proxy that leads elsewhere, and one that stops sockets, are problems', async () => {
  const other = createServer((request, response) => {
    response.statusCode = request.url === '/ready' ? 200 : 404;
    response.end();
  });
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const settings = { PUBLIC_URL: `http://127.0.0.1:${port}`, TRUST_PROXY: '1', HOST: '127.0.0.1' };
  expect(about(await examined(settings), 'address')).toEqual([
    ['fine', `${settings.PUBLIC_URL} answers`],
    ['problem', 'sockets do not get through, so nothing is live'],
  ]);
  other.close();
  other.closeAllConnections();
  const found = await examined({ ...settings, TRUST_PROXY: 'off' });
  expect(about(found, 'address')).toEqual([
    ['problem', 'TRUST_PROXY is off, so all people share one address and its limits'],
    ['problem', `${settings.PUBLIC_URL} does not answer`],
    ['problem', 'sockets do not get through, so nothing is live'],
  ]);
});

test('services that do not answer are problems, and none stops the others', async () => {
  const found = await examined({
    DATABASE_URL: 'postgres://roost@127.0.0.1:1/roost',
    MAIL_URL: 'smtp://127.0.0.1:1',
    TURN_URLS: 'turn:127.0.0.1:1?transport=tcp',
    TURN_SECRET: 'north',
    REDIS_URL: 'redis://127.0.0.1:1',
  });
  const broken = found.filter(({ level }) => level === 'problem').map(({ name }) => name);
  expect(broken).toEqual(expect.arrayContaining(['database', 'mail', 'redis', 'relays for calls']));
  expect(about(found, 'disk')[0]?.[0]).not.toBe('problem');
});

test('a missing and an old backup are problems, and a new one is fine', async () => {
  const target = await mkdtemp(joinPath(tmpdir(), 'roost-doctor-test-'));
  onTestFinished(async () => rm(target, { recursive: true }));
  const env = { BACKUP_TO: target, BACKUP_SCHEDULE: '0 3 * * *' };
  const backup = async (hours: number) => {
    const path = manifestPath(backupIdAt(new Date(Date.now() - hours * 3_600_000)));
    await mkdir(joinPath(target, 'manifests'), { recursive: true });
    await writeFile(joinPath(target, path), '');
  };
  expect(about(await examined(), 'backups')).toEqual([
    ['note', 'BACKUP_TO is not set, so nobody makes backups'],
  ]);
  expect(about(await examined(env), 'backups')[0]).toEqual(['problem', 'there is no backup yet']);
  await backup(48.1);
  expect(about(await examined(env), 'backups')[0]).toEqual([
    'problem',
    'the last backup is 48 hours old',
  ]);
  await backup(1.1);
  expect(about(await examined(env), 'backups')).toEqual([
    ['fine', 'the last backup is 1 hours old'],
    ['note', 'BACKUP_RECIPIENT is not set: backups are readable, and have no secrets'],
  ]);
});

test('a data folder that others can read is a problem', async () => {
  await chmod(folder, 0o755);
  onTestFinished(async () => chmod(folder, 0o700));
  expect(about(await examined(), 'secrets')).toEqual([
    ['problem', `others on this machine can read . in ${folder}`],
  ]);
});

describe('secrets of authenticator apps', () => {
  const site = async () => {
    const env = { DATABASE_URL: await createTestDatabase() };
    const running = await startAppForTest(env);
    const keys = await mkdtemp(joinPath(tmpdir(), 'roost-doctor-test-'));
    onTestFinished(async () => rm(keys, { recursive: true }));
    const problems = async (dataFolder: string) =>
      about(await examined({ ...env, ROOST_DATA: dataFolder }), 'database').slice(1);
    return { running, keys, problems };
  };

  test('without the file of the key, they are a problem, and no new key is made', async () => {
    const { running, keys, problems } = await site();
    expect(await problems(keys)).toEqual([]);
    await withTotp(running, await join(running, 'erin'));
    expect(await problems(keys)).toEqual([
      ['problem', `there is no secret-key in ${keys}, so no code of an authenticator app works`],
    ]);
    expect(existsSync(joinPath(keys, 'secret-key'))).toBe(false);
    expect(await problems(running.dataFolder)).toEqual([]);
  });

  test('with another key, those in use are a problem', async () => {
    const { running, keys, problems } = await site();
    await writeFile(joinPath(keys, 'secret-key'), 'another', { mode: 0o600 });
    const [pending, former] = [await join(running, 'fred'), await join(running, 'gina')];
    await pending.call(setUpTotp, {});
    await withTotp(running, former);
    await sql`with gone as (delete from second_factors where user_id = ${former.id} returning *)
      insert into former_apps (user_id, secret, enabled_at, last_step)
      select user_id, secret, enabled_at, last_step from gone`.execute(running.ctx.db);
    expect(await problems(keys)).toEqual([]);
    await withTotp(running, await join(running, 'erin'));
    expect(await problems(keys)).toEqual([
      ['problem', 'no key opens the authenticator apps of 1 people, so their codes do not work'],
    ]);
    expect(await problems(running.dataFolder)).toEqual([]);
  });
});
