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

/** Names of the missing programs, after an attempt to install them as root. */
export function missingPrograms(): string[] {
  for (const { name, isThere } of needed) if (!isThere()) installFromDistribution(name);
  return needed.filter(({ isThere }) => !isThere()).map(({ name }) => name);
}

function runs(program: string, option: string): boolean {
  return spawnSync(program, [option]).status === 0;
}

/** Child processes. They are killed when this process exits. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A server program that runs on this machine until `end`. */
export class Program {
  readonly #child: ChildProcess;
  #said = '';

  constructor(
    command: string,
    options: string[],
    runAs: { uid?: number; gid?: number; cwd?: string } = {},
  ) {
    this.#child = spawn(command, options, { ...runAs, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(this.#child);
    this.#child.once('exit', () => running.delete(this.#child));
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on(
        'data',
        (text: Buffer) => (this.#said = `${this.#said}${text.toString()}`.slice(-4_000)),
      );
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Waits until `isUp`. Throws with the program's output if it exits. */
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

/** Below the ephemeral ports, because an outgoing connection could take the port of a stopped server. */
const FIRST_PORT = 12_000;
const PORTS = 10_000;
let next = process.pid * 16;

/** Returns free ports, never the same one twice. With `above`, each port plus `above` is free too. */
export async function freePorts(count: number, above = 0): Promise<number[]> {
  const ports: number[] = [];
  for (let tried = 0; ports.length < count && tried < PORTS; tried += 1) {
    next += 1;
    const port = FIRST_PORT + (next % PORTS);
    if ((await isFree(port)) && (await isFree(port + above))) ports.push(port);
  }
  return ports;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
