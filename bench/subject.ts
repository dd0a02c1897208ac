import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Probing } from './load/orders.ts';
import { sendOrder } from './load/send-order.ts';

/** The measured server. It runs in its own processes. */
export interface Subject {
  name: 'roost' | 'floor';
  address: string;
  pid: number;
  /** Its data folder, if it has one. */
  folder?: string;
  /** Seconds from its start until it answered. */
  startedWithin: number;
  send<Name extends keyof Probing>(
    name: Name,
    order: Parameters<Probing[Name]>[0],
  ): Promise<ReturnType<Probing[Name]>>;
  stop(): Promise<void>;
}

/** The root of this working copy. */
export const OWN_ROOT = new URL('../', import.meta.url);
const START_TIMEOUT_MS = 120_000;

/**
 * Starts Roost from the working copy `root`, as `npm start` does, but without rate limits.
 * `stop` deletes the data folder. Without `given`, the folder is new.
 */
export async function startRoost(given?: string, root = OWN_ROOT): Promise<Subject> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'roost-bench-')));
  const remove = async () => rm(folder, { recursive: true, force: true });
  try {
    const subject = await start('roost', root, 'server/src/main.ts', {
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

/** Starts a bare Socket.IO server: the lower bound for every server that uses Socket.IO. */
export async function startSocketFloor(): Promise<Subject> {
  return start('floor', OWN_ROOT, 'bench/floor-server.ts');
}

/** Starts a bare Fastify server that answers every request with the same page. */
export async function startPageFloor(): Promise<Subject> {
  return start('floor', OWN_ROOT, 'bench/http/floor-page.ts');
}

/** Runs the server's garbage collection three times, 500 ms apart. */
export async function collect(subject: Subject): Promise<void> {
  for (let time = 0; time < 3; time += 1) {
    await subject.send('collect', {});
    await wait(500);
  }
}

async function start(
  name: Subject['name'],
  root: URL,
  program: string,
  env: Record<string, string> = {},
): Promise<Subject> {
  const { serverFlags } = (await import(new URL('tools/server-flags.mjs', root).href)) as {
    serverFlags: string[];
  };
  const probe = `--import=${new URL('bench/load/probe.ts', root).href}`;
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const child = spawn(process.execPath, [...serverFlags, probe, new URL(program, root).pathname], {
    env: { ...process.env, PORT: String(port), ...env },
    // The IPC channel carries the orders. A server that loses it exits.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await ready(child, name === 'roost' ? 'Roost is at' : 'listening');
  return {
    name,
    address,
    pid: child.pid ?? 0,
    startedWithin: (performance.now() - begin) / 1_000,
    send: async (order, given) => sendOrder(child, order, given),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Resolves when the child's output contains `word`. Rejects after the time-out or if the child exits. */
async function ready(child: ChildProcess, word: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    child.kill('SIGTERM');
    reject(new Error('the server did not start in time'));
  }, START_TIMEOUT_MS);
  let output = '';
  child.stdout?.on('data', (part: Buffer) => {
    output = (output + part.toString()).slice(-2_000);
    if (output.includes(word)) resolve();
  });
  child.once('exit', () => reject(new Error(`the server ended instead of starting\n${output}`)));
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
