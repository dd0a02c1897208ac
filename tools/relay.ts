import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Whether coturn is installed. */
export function hasRelay(): boolean {
  return spawnSync('turnserver', ['--version']).error === undefined;
}

interface RelayOptions {
  secret: string;
  /** Also relays to this machine, which tests need. Then no peer of deploy/ is denied. */
  isForLoopback?: boolean;
}

/** Runs coturn with the configuration in deploy/ on a free port of this machine. */
export class Relay {
  readonly port: number;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(child: ChildProcess, port: number, folder: string) {
    this.#child = child;
    this.port = port;
    this.#folder = folder;
  }

  static async start({ secret, isForLoopback = false }: RelayOptions): Promise<Relay> {
    const folder = await mkdtemp(join(tmpdir(), 'roost-turn-'));
    const file = join(folder, 'turnserver.conf');
    const lines = (await configure(secret)).split('\n');
    const isKept = (line: string) => !isForLoopback || !line.startsWith('denied-peer-ip=');
    await writeFile(file, lines.filter(isKept).join('\n'));
    const port = await freePort();
    // Options for this machine. The configuration file names the denied peers.
    const child = spawn('turnserver', [
      '-c',
      file,
      '--listening-ip=127.0.0.1',
      `--listening-port=${port}`,
      '--relay-ip=127.0.0.1',
      '--relay-ip=::1',
      '--log-file=stdout',
      `--pidfile=${join(folder, 'pid')}`,
      `--userdb=${join(folder, 'db')}`,
      ...(isForLoopback ? ['--allow-loopback-peers'] : []),
    ]);
    child.stdout?.resume();
    child.stderr?.resume();
    const relay = new Relay(child, port, folder);
    for (const deadline = Date.now() + 20_000; Date.now() < deadline;)
      if (await answers(port)) return relay;
    await relay.end();
    throw new Error('coturn did not start');
  }

  /** Stops all traffic without an error, as a lost network does. */
  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
  }

  async end(): Promise<void> {
    this.#child.kill('SIGKILL');
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function configure(secret: string): Promise<string> {
  const source = new URL('../deploy/coturn/turnserver.conf', import.meta.url);
  const configured = (await readFile(source, 'utf8'))
    .replace('<turn.example.org>', 'roost.test')
    .replace(/^external-ip=.*$/m, '')
    .replace('<the same as TURN_SECRET>', secret);
  if (/[<>]/.test(configured.replace(/^#.*$/gm, '')))
    throw new Error('the configuration in deploy/ has a place that nothing fills');
  return configured;
}

async function freePort(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

/** Whether the relay answers a STUN binding request within 200 ms. */
async function answers(port: number): Promise<boolean> {
  const request = Buffer.alloc(20);
  request.writeUInt16BE(0x0001, 0);
  request.writeUInt32BE(0x2112a442, 4);
  const socket = createSocket('udp4');
  try {
    socket.send(request, port, '127.0.0.1');
    return await Promise.race([once(socket, 'message').then(() => true), wait(200, false)]);
  } finally {
    socket.close();
  }
}
