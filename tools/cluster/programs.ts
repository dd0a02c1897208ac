import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { installFromDistribution } from '../apt.ts';

export const POSTGRES_PROGRAMS = '/usr/lib/postgresql/15/bin';

const needed = [
  { name: 'haproxy', isThere: () => runs('haproxy', '-v') },
  { name: 'redis-server', isThere: () => runs('redis-server', '--version') },
  { name: 'redis-tools', isThere: () => runs('redis-cli', '--version') },
  { name: 'postgresql-15', isThere: () => existsSync(`${POSTGRES_PROGRAMS}/postgres`) },
];

/** What is not there, after an attempt to install it where that is ours to do. */
export function missingPrograms(): string[] {
  for (const { name, isThere } of needed) if (!isThere()) installFromDistribution(name);
  return needed.filter(({ isThere }) => !isThere()).map(({ name }) => name);
}

function runs(program: string, option: string): boolean {
  return spawnSync(program, [option]).status === 0;
}

/** A program that serves on a port of this machine until it is ended. */
export class Program {
  readonly #child: ChildProcess;
  #said = '';

  constructor(
    command: string,
    options: string[],
    runAs: { uid?: number; gid?: number; cwd?: string } = {},
  ) {
    this.#child = spawn(command, options, { ...runAs, stdio: ['ignore', 'pipe', 'pipe'] });
    // However we end.
    process.once('exit', () => this.#child.kill('SIGKILL'));
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on(
        'data',
        (text: Buffer) => (this.#said = `${this.#said}${text.toString()}`.slice(-4_000)),
      );
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Until `isUp`; throws with what it said when it ends instead. */
  async until(isUp: () => boolean | Promise<boolean>): Promise<void> {
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(100)) {
      if (this.#child.exitCode !== null) break;
      if (await isUp()) return;
    }
    throw new Error(`${this.#child.spawnfile} did not start:\n${this.#said}`);
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill(signal);
    await once(this.#child, 'exit');
  }
}

/** Ports nobody listens on, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map(async (server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(
    servers.map(async (server) => {
      server.close();
      await once(server, 'close');
    }),
  );
  return ports;
}
