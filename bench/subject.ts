import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { serverFlags } from '../tools/server-flags.mjs';
import type { Probing } from './load/orders.ts';
import { tellProcess } from './load/told.ts';

/** A server that is measured, as processes of its own. */
export interface Subject {
  name: 'roost' | 'floor';
  address: string;
  pid: number;
  /** Where it keeps its data, if it keeps any. */
  folder?: string;
  /** Seconds from its start until it answered. */
  startedWithin: number;
  tell<Name extends keyof Probing>(
    name: Name,
    order: Parameters<Probing[Name]>[0],
  ): Promise<ReturnType<Probing[Name]>>;
  stop(): Promise<void>;
}

const probe = `--import=${new URL('load/probe.ts', import.meta.url).href}`;
/** A start that takes longer is none. */
const PATIENCE = 120_000;

/** Roost as `npm start` runs it, without limits, on a folder that is deleted afterwards: a new one unless given. */
export async function startRoost(given?: string): Promise<Subject> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'roost-bench-')));
  const remove = async () => rm(folder, { recursive: true, force: true });
  try {
    const subject = await start('roost', new URL('../server/src/main.ts', import.meta.url), {
      ROOST_DATA: folder,
      HOST: '127.0.0.1',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'fatal',
    });
    const stop = async () => {
      await subject.stop();
      await remove();
    };
    return { ...subject, folder, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Socket.IO and nothing else: what no server built on it can be better than. */
export async function startSocketFloor(): Promise<Subject> {
  return start('floor', new URL('floor-server.ts', import.meta.url));
}

/** Fastify and nothing else, which answers everything with the same page. */
export async function startPageFloor(): Promise<Subject> {
  return start('floor', new URL('http/floor-page.ts', import.meta.url));
}

/** Has it throw away what it no longer needs, and gives it the time for that. */
export async function collect(subject: Subject): Promise<void> {
  for (let time = 0; time < 3; time += 1) {
    await subject.tell('collect', {});
    await wait(500);
  }
}

async function start(
  name: Subject['name'],
  program: URL,
  env: Record<string, string> = {},
): Promise<Subject> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const child = spawn(process.execPath, [...serverFlags, probe, program.pathname], {
    env: { ...process.env, PORT: String(port), ...env },
    // The last is how it is told things; a server that loses it ends by itself.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await ready(child, name === 'roost' ? 'Roost is at' : 'listening');
  return {
    name,
    address,
    pid: child.pid ?? 0,
    startedWithin: (performance.now() - begin) / 1_000,
    tell: async (order, given) => tellProcess(child, order, given),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Resolves once it has said so. */
async function ready(child: ChildProcess, word: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    child.kill('SIGTERM');
    reject(new Error('the server did not start in time'));
  }, PATIENCE);
  let said = '';
  child.stdout?.on('data', (part: Buffer) => {
    said = (said + part.toString()).slice(-2_000);
    if (said.includes(word)) resolve();
  });
  child.once('exit', () => reject(new Error(`the server ended instead of starting\n${said}`)));
  await promise.finally(() => clearTimeout(timer));
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
