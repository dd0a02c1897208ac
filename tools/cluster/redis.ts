import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePorts, Program } from './programs.ts';

/** The offset of the cluster bus port from the client port. */
const BUS = 10_000;

export type RedisKind = 'single' | 'cluster';

/** One Redis, or a Redis Cluster of three shards with one replica each. */
export class TestRedis {
  readonly url: string;
  readonly servers: Program[];
  readonly #folder: string;
  readonly #ports: number[];
  readonly #kind: RedisKind;

  private constructor(folder: string, kind: RedisKind, ports: number[], servers: Program[]) {
    const hosts = ports.slice(0, kind === 'cluster' ? 3 : 1).map((port) => `127.0.0.1:${port}`);
    this.url = `redis://${hosts.join(',')}`;
    this.servers = servers;
    this.#folder = folder;
    this.#ports = ports;
    this.#kind = kind;
  }

  static async start(folder: string, kind: RedisKind): Promise<TestRedis> {
    const ports = kind === 'cluster' ? await freePorts(6, BUS) : await freePorts(1);
    const servers = await Promise.all(ports.map(async (port) => serve(folder, kind, port)));
    if (kind === 'cluster') await joinCluster(ports);
    return new TestRedis(folder, kind, ports, servers);
  }

  /** Kills one server, or starts it again without data. */
  async kill(index: number): Promise<void> {
    await this.servers[index]?.end('SIGKILL');
  }

  async restart(index: number): Promise<void> {
    this.servers[index] = await serve(this.#folder, this.#kind, this.#ports[index] ?? 0);
  }

  /** The server that has the shard of this channel or key. */
  serverOf(key: string): number {
    if (this.#kind === 'single') return 0;
    const slot = Number(cli(this.#ports[0] ?? 0, 'cluster', 'keyslot', key));
    const isHolder = (line: string) =>
      line.includes('master') &&
      line
        .split(' ')
        .slice(8)
        .some((range) => {
          const [from = 0, to = from] = range.split('-').map(Number);
          return slot >= from && slot <= to;
        });
    const line =
      cli(this.#ports[0] ?? 0, 'cluster', 'nodes')
        .split('\n')
        .find(isHolder) ?? '';
    const port = Number(/:(\d+)@/.exec(line)?.[1]);
    return this.#ports.indexOf(port);
  }

  async end(): Promise<void> {
    await Promise.all(this.servers.map(async (server) => server.end('SIGKILL')));
  }
}

async function serve(folder: string, kind: RedisKind, port: number): Promise<Program> {
  const dir = join(folder, String(port));
  mkdirSync(dir, { recursive: true });
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', ''];
  if (kind === 'cluster')
    options.push('--cluster-enabled', 'yes', '--cluster-node-timeout', '2000');
  const server = new Program('redis-server', options);
  await server.until(() => answers(port));
  return server;
}

function answers(port: number): boolean {
  try {
    return cli(port, 'ping').trim() === 'PONG';
  } catch {
    return false;
  }
}

async function joinCluster(ports: number[]): Promise<void> {
  const hosts = ports.map((port) => `127.0.0.1:${port}`);
  const options = ['--cluster', 'create', ...hosts, '--cluster-replicas', '1', '--cluster-yes'];
  execFileSync('redis-cli', options, { stdio: 'pipe' });
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await wait(200))
    if (ports.every((port) => cli(port, 'cluster', 'info').includes('cluster_state:ok'))) return;
  throw new Error('the Redis Cluster did not come together');
}

function cli(port: number, ...command: string[]): string {
  return execFileSync('redis-cli', ['-p', String(port), ...command], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
