import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { startObjectStore, type ObjectStore } from '../../server/test/support/object-store.ts';
import { SpawnedApp } from '../../server/test/support/spawned-app.ts';
import { Postgres } from './postgres.ts';
import { freePorts } from './programs.ts';
import { Proxy } from './proxy.ts';
import { TestRedis, type RedisKind } from './redis.ts';

/** Seconds for the proxy to notice that a node is not ready. */
const DRAIN_SECONDS = 3;

/** Two nodes behind a proxy, with the services that they share. */
export class Stack {
  readonly postgres: Postgres;
  readonly redis: TestRedis;
  readonly nodes: SpawnedApp[] = [];
  readonly #store: ObjectStore;
  readonly #folder: string;
  readonly #ports: number[];
  readonly #proxyPort: number;
  readonly #env: Record<string, string>;
  readonly #envOfNodes: Record<string, string>[];
  #proxy: Proxy | undefined;

  private constructor(
    folder: string,
    [proxyPort = 0, ...ports]: number[],
    parts: { postgres: Postgres; redis: TestRedis; store: ObjectStore },
    env: Record<string, string>,
    envOfNodes: Record<string, string>[],
  ) {
    this.postgres = parts.postgres;
    this.redis = parts.redis;
    this.#store = parts.store;
    this.#folder = folder;
    this.#ports = ports;
    this.#proxyPort = proxyPort;
    this.#envOfNodes = envOfNodes;
    this.#env = {
      ...parts.store.env,
      DATABASE_URL: parts.postgres.url,
      REDIS_URL: parts.redis.url,
      PUBLIC_URL: `http://localhost:${proxyPort}`,
      TRUST_PROXY: '1',
      DRAIN_SECONDS: String(DRAIN_SECONDS),
      LOG_LEVEL: 'error',
      CALL_RING_SECONDS: '30',
      // Tests send nothing to other machines.
      FETCH_PAGES: 'local',
      // The stand-in reads its video from the data folder, which the sandbox hides.
      FFMPEG_SANDBOX: 'off',
      FFMPEG: fileURLToPath(new URL('../../e2e/support/fake-ffmpeg.sh', import.meta.url)),
      ...env,
    };
  }

  /** `envOfNode` makes settings of a single node, once the services run. */
  static async start(
    kind: RedisKind,
    env: Record<string, string> = {},
    envOfNode: (
      index: number,
      redisUrl: string,
    ) => Promise<Record<string, string>> = async () => ({}),
  ): Promise<Stack> {
    const folder = await mkdtemp(join(tmpdir(), 'roost-cluster-'));
    // PostgreSQL refuses to run as root, so it runs as another user.
    await chmod(folder, 0o755);
    const [postgres, redis, store, ports] = await Promise.all([
      Postgres.start(join(folder, 'postgres')),
      TestRedis.start(join(folder, 'redis'), kind),
      startObjectStore(join(folder, 's3')),
      freePorts(3),
    ]);
    await migrate(postgres.url);
    const envOfNodes = await Promise.all([0, 1].map(async (n) => envOfNode(n, redis.url)));
    const stack = new Stack(folder, ports, { postgres, redis, store }, env, envOfNodes);
    try {
      await Promise.all([stack.startNode(0), stack.startNode(1)]);
      stack.#proxy = await Proxy.start(folder, stack.#proxyPort, stack.#ports);
    } catch (error) {
      await stack.end();
      throw error;
    }
    return stack;
  }

  /** The public address: the proxy's. */
  get address(): string {
    return this.#proxy?.address ?? '';
  }

  /** The folder of the stored objects, one folder for each medium. */
  get mediaFolder(): string {
    return join(this.#folder, 's3', 'roost', 'media');
  }

  /** Waits until the proxy sends requests to this node. `main` is the first file of other sources. */
  async startNode(index: number, main?: string): Promise<void> {
    const folder = join(this.#folder, `node${index}`);
    const env = { ...this.#env, ...this.#envOfNodes[index] };
    this.nodes[index] = await SpawnedApp.start(folder, this.#ports[index] ?? 0, env, main);
    await this.#proxy?.untilUp(index);
  }

  async end(): Promise<void> {
    await this.#proxy?.end();
    await Promise.all(this.nodes.map(async (node) => node.end('SIGKILL')));
    await Promise.all([this.redis.end(), this.postgres.end(), this.#store.close()]);
    await rm(this.#folder, { recursive: true, force: true });
  }
}
