import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as auth from '@roost/contract/auth';
import * as posts from '@roost/contract/posts';
import { postmasterOf } from '../../server/src/platform/database/embedded/embedded-leftovers.ts';
import { PASSWORD } from '../../server/test/support/cast.ts';
import { SpawnedApp } from '../../server/test/support/spawned-app.ts';
import { TestClient } from '../../server/test/support/test-client.ts';
import { freePorts } from '../cluster/programs.ts';
import { openFolder, removeFolder } from './support/test-roost.ts';

// The commands as an operator runs them, also as root: schedule, loss of the machine, restore, start.

async function newFolder(): Promise<string> {
  const folder = await openFolder();
  onTestFinished(async () => removeFolder(folder));
  return folder;
}

async function start(env: Record<string, string>): Promise<SpawnedApp> {
  const [port = 0] = await freePorts(1);
  const app = await SpawnedApp.start(env.ROOST_DATA ?? '', port, env);
  onTestFinished(async () => void (await app.end('SIGTERM')), 60_000);
  return app;
}

function run(program: string, args: string[], env: Record<string, string>) {
  const path = new URL(program, import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { status, said: (stdout + stderr).trim() };
}

test('a scheduled backup restores what a killed Roost had, once for all its processes', async () => {
  const [data, target, keys] = [await newFolder(), await newFolder(), await newFolder()];
  const key = join(keys, 'key');
  const made = run('main.ts', ['--new-key', key], {});
  expect(made).toMatchObject({ status: 0, said: expect.stringMatching(/^BACKUP_RECIPIENT=age1/) });
  const env = {
    BACKUP_TO: target,
    BACKUP_SCHEDULE: '* * * * *',
    BACKUP_RECIPIENT: /age1\w+/.exec(made.said)?.[0] ?? '',
    BACKUP_WAL: 'on',
    WEB_CONCURRENCY: '2',
  };
  const since = Date.now();
  const app = await start({ ...env, ROOST_DATA: data });
  const alice = new TestClient(app.address);
  await alice.call(auth.register, {
    body: { username: 'alice', email: 'alice@example.org', fullName: 'Alice', password: PASSWORD },
  });
  await alice.call(auth.login, { body: { email: 'alice', password: PASSWORD } });
  const { data: post } = await alice.call(posts.createPost, { body: { content: 'a letter' } });

  const manifests = () =>
    existsSync(join(target, 'manifests')) ? readdirSync(join(target, 'manifests')) : [];
  await vi.waitFor(() => expect(manifests().length).toBeGreaterThan(0), 200_000);
  expect(manifests().length).toBeLessThanOrEqual(Math.ceil((Date.now() - since) / 60_000));
  const cluster = realpathSync(join(data, 'db/cluster'));
  const postmaster = postmasterOf(cluster);
  await app.end('SIGKILL');
  if (postmaster) process.kill(postmaster, 'SIGKILL');
  await removeFolder(data);

  const { BACKUP_SCHEDULE: _, ...settings } = env;
  const there = { ...settings, ROOST_DATA: await newFolder() };
  expect(run('restore-main.ts', ['--check'], there).said).toMatch(/^The backup .* is whole: /);
  expect(run('restore-main.ts', [], there)).toMatchObject({
    status: 1,
    said: expect.stringMatching(
      /^The backup .* is encrypted\. Name the file of its key with --key\.$/,
    ),
  });
  const restored = run('restore-main.ts', ['--key', key], there);
  expect(restored).toMatchObject({ status: 0, said: expect.stringContaining('all checked.') });
  const again = new TestClient((await start(there)).address);
  await again.call(auth.login, { body: { email: 'alice', password: PASSWORD } });
  const found = await again.call(posts.getPost, { params: { postId: post._id } });
  expect(found.data.content).toBe('a letter');
});
