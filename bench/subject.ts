import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SpawnedApp } from '../server/test/spawned-app.ts';
import { serverFlags } from '../tools/server-flags.mjs';

/** A server that is measured, as processes of its own. */
export interface Subject {
  name: 'roost' | 'floor';
  address: string;
  pid: number;
  /** Where it keeps its data, if it keeps any. */
  folder?: string;
  stop(): Promise<void>;
}

const onSignal = `--import=${new URL('load/collect-on-signal.ts', import.meta.url).href}`;

/** Roost as `npm start` runs it, on a folder of its own, without limits. */
export async function startRoost(): Promise<Subject> {
  const folder = await mkdtemp(join(tmpdir(), 'roost-bench-'));
  const profile = process.env['BENCH_PROFILE'];
  const app = await SpawnedApp.start(folder, await freePort(), {
    NODE_OPTIONS: profile ? `--cpu-prof --cpu-prof-dir=${profile} ${onSignal}` : onSignal,
  });
  return {
    name: 'roost',
    address: app.address,
    pid: app.pid,
    folder,
    async stop() {
      await app.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Socket.IO and nothing else: what no server built on it can be better than. */
export async function startFloor(): Promise<Subject> {
  const port = await freePort();
  const program = new URL('floor-server.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [...serverFlags, onSignal, program], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await listening(child);
  return {
    name: 'floor',
    address: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Has it throw away what it no longer needs, and gives it the time for that. */
export async function collect({ pid }: Subject): Promise<void> {
  for (let time = 0; time < 3; time += 1) {
    process.kill(pid, 'SIGUSR2');
    await wait(500);
  }
}

async function listening(child: ChildProcess): Promise<void> {
  const [said] = (await Promise.race([
    once(child.stdout!, 'data'),
    once(child, 'exit').then(() => ['']),
  ])) as [Buffer | string];
  if (!String(said).includes('listening')) throw new Error('the floor did not start');
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
