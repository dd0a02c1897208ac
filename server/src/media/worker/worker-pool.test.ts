import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { noise } from '../../../test/support/media.ts';
import { videoOf } from '../../../test/support/videos.ts';
import { WorkerPool } from './worker-pool.ts';
import { startWorker } from './worker-process.ts';

const silent = { warn() {} };
let folder: string;
let pool: WorkerPool;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roost-workers-'));
});
afterEach(async () => {
  pool.close();
  await rm(folder, { recursive: true });
});

test('a task that arrives while an idle worker stops runs in another', async () => {
  const idle = 20;
  pool = new WorkerPool(folder, silent, idle);
  const input = join(folder, 'in.png');
  await noise(8, 8).png().toFile(input);
  for (let n = 0; n < 6; n += 1) {
    const task = { what: 'picture', input, output: folder } as const;
    expect(await pool.run('someone', task)).toMatchObject({ width: 8 });
    await wait(idle + n / 2);
  }
});

const picture = async () => {
  const input = join(folder, 'in.png');
  await noise(8, 8).png().toFile(input);
  return input;
};

test('the pool refuses only the member who sends too many files', async () => {
  pool = new WorkerPool(folder, silent);
  const task = { what: 'picture', input: await picture(), output: folder } as const;
  const crowd = Promise.allSettled(Array.from({ length: 80 }, async () => pool.run('crowd', task)));
  expect(await pool.run('someone', task)).toMatchObject({ width: 8 });
  const refused = (await crowd).filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(20);
});

test('a worker that cannot start is logged, and its task can be repeated', async () => {
  const warn = vi.fn<Logger['warn']>();
  pool = new WorkerPool(folder, { warn });
  const task = { what: 'picture', input: await picture(), output: folder } as const;
  const { execPath } = process;
  process.execPath = join(folder, 'nothing');
  onTestFinished(() => void (process.execPath = execPath));
  await expect(pool.run('someone', task)).rejects.toMatchObject({ code: 'unavailable' });
  expect(warn.mock.calls).toEqual([[expect.anything(), 'a worker for media did not start']]);
  process.execPath = execPath;
  expect(await pool.run('someone', task)).toMatchObject({ width: 8 });
});

describe('the process that reads strangers’ files', () => {
  test('the worker can access only its own files', async () => {
    pool = new WorkerPool(folder, silent);
    const elsewhere = await mkdtemp(join(tmpdir(), 'roost-elsewhere-'));
    const video = { what: 'video', unplayable: 'refuse', output: folder } as const;
    const { name, bytes } = await videoOf('mp4');
    await writeFile(join(elsewhere, name), bytes);
    await writeFile(join(folder, name), bytes);
    await expect(
      pool.run('someone', { ...video, input: join(elsewhere, name) }),
    ).rejects.toMatchObject({ message: expect.stringContaining('restricted') });
    await expect(
      pool.run('someone', { ...video, input: join(folder, name), output: elsewhere }),
    ).rejects.toMatchObject({ message: expect.stringContaining('restricted') });
    expect(await pool.run('someone', { ...video, input: join(folder, name) })).toMatchObject({
      width: 64,
    });
    await rm(elsewhere, { recursive: true });
  });

  const canUnshare = spawnSync('unshare', ['--net', '--map-root-user', '--', 'true']).status === 0;
  test.skipIf(!canUnshare)('the worker has no network if the system allows this', async () => {
    const child = startWorker(folder);
    await once(child, 'spawn');
    const own = await readlink('/proc/self/ns/net');
    await expect.poll(async () => readlink(`/proc/${child.pid}/ns/net`)).not.toBe(own);
    child.kill('SIGKILL');
  });

  test('the worker knows none of our settings', async () => {
    const child = startWorker(folder);
    const input = await picture();
    const task = { what: 'picture', input, output: folder } as const;
    child.send({ id: 1, task });
    await once(child, 'message');
    const seen = await readFile(`/proc/${child.pid}/environ`, 'utf8').catch(() => '');
    expect(seen).not.toMatch(/ROOST|DATABASE|S3_|SECRET/);
    child.kill('SIGKILL');
  });
});
