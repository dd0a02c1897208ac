import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import * as reactions from '@roost/contract/reactions';
import * as posts from '@roost/contract/posts';
import { PASSWORD } from '../support/cast.ts';
import { SpawnedApp } from '../support/spawned-app.ts';
import { TestClient } from '../support/test-client.ts';
import { closed, connectAs, heardBy } from '../support/wire.ts';

const port = 20_000 + (process.pid % 10_000);

async function join(address: string, username: string): Promise<TestClient> {
  const client = new TestClient(address);
  const email = `${username}@example.org`;
  const body = { username, email, fullName: username, password: PASSWORD };
  await client.call(auth.register, { body });
  await client.call(auth.login, { body: { email, password: PASSWORD } });
  return client;
}

function workersOf(pid: number): number[] {
  const listed = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], {
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((line) => line.includes('main.ts'))
    .map((line) => Number.parseInt(line, 10));
}

test('any process shows the numbers of all', async () => {
  const folder = await mkdtemp(joinPath(tmpdir(), 'roost-workers-'));
  const METRICS_TOKEN = 'a token for the metrics';
  const app = await SpawnedApp.start(folder, port, { WEB_CONCURRENCY: '2', METRICS_TOKEN });
  onTestFinished(async () => {
    await app.end('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}`, Connection: 'close' };
  for (let n = 0; n < 3; n += 1) {
    const text = await (await fetch(`${app.address}/metrics`, { headers })).text();
    const starts = text.matchAll(/^process_start_time_seconds\{process="(\d)"\} \d+$/gm);
    expect([...starts].map(([, number]) => number)).toEqual(expect.arrayContaining(['1', '2']));
    expect(text.match(/^# TYPE sockets_open /gm)).toHaveLength(1);
    // The first process runs the jobs.
    expect(text).toMatch(/^jobs_waiting\{job_name="sweep",process="1"\} 0$/m);
    expect(text).not.toMatch(/^jobs_waiting\{.*process="2"/m);
  }
});

test('several processes serve one network, and a dead one is replaced', async () => {
  const folder = await mkdtemp(joinPath(tmpdir(), 'roost-workers-'));
  const app = await SpawnedApp.start(folder, port, { WEB_CONCURRENCY: '2', RATE_LIMITS: 'on' });
  onTestFinished(async () => {
    await app.end('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  expect(workersOf(app.pid)).toHaveLength(2);
  const [ann, ben] = await Promise.all([join(app.address, 'ann'), join(app.address, 'ben')]);
  // The processes accept connections in turn.
  const tabs = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const socket = await connectAs(ann);
      return { socket, heard: heardBy(socket) };
    }),
  );
  const { data } = await ann.call(posts.createPost, { body: { content: 'Look' } });
  await ben.call(reactions.toggleLike, { params: { postId: data._id } });
  for (const { heard } of tabs)
    await expect
      .poll(() => heard.filter(({ name }) => name === 'newNotification'), { timeout: 3_000 })
      .toHaveLength(1);
  // All processes share one budget.
  const left: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    const response = await ben.fetch('/api/posts/feed', { headers: { Connection: 'close' } });
    left.push(Number(response.headers.get('ratelimit-remaining')));
  }
  expect(left.map((each) => (left[0] ?? 0) - each)).toEqual([0, 1, 2, 3]);
  await ann.call(auth.logout, {});
  for (const { socket } of tabs) await closed(socket);

  // The main process must survive a heartbeat to a process whose death it has not noticed yet. Heartbeats come every 2 s.
  const [first = 0] = workersOf(app.pid);
  process.kill(app.pid, 'SIGSTOP');
  await wait(2_500);
  process.kill(first, 'SIGKILL');
  // Dead, but its stopped parent has not noticed.
  await expect
    .poll(() => /\) (\w)/.exec(readFileSync(`/proc/${first}/stat`, 'utf8'))?.[1])
    .toBe('Z');
  process.kill(app.pid, 'SIGCONT');
  await expect.poll(() => workersOf(app.pid).filter((pid) => pid !== first)).toHaveLength(2);
  await app.ready();
  expect((await ben.fetch('/api/posts/feed')).status).toBe(200);
  expect(await app.end('SIGTERM')).toBe(0);
}, 90_000);
