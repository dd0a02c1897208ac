import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino, type DestinationStream } from 'pino';
import { onTestFinished } from 'vitest';
import type { Traces } from '../../src/kernel/ports.ts';
import { NodeBus } from '../../src/platform/cluster/node-bus.ts';
import type { Transport } from '../../src/platform/cluster/transport.ts';
import type { AppOptions } from '../../src/app.ts';
import { startTestApp, type TestApp } from './app.ts';
import { createTestDatabase } from './database.ts';

/** Carries messages between the nodes of a test. A test can cut it. */
export class TestExchange {
  isCut = false;
  readonly #subscriptions = new Map<string, Map<object, (message: string) => void>>();

  readonly #lost = new Set<object>();
  readonly #ends = new Map<NodeBus, object>();
  /** How often a node has learned of another one. */
  #meetings = 0;

  /** A bus of its own for one more node. Its log goes to `logTo`, or nowhere. */
  async join(logTo?: DestinationStream, traces: Traces | null = null): Promise<NodeBus> {
    const end = {};
    const log = logTo ? pino({}, logTo) : pino({ level: 'silent' });
    const bus = new NodeBus(this.#transport(end), log, traces);
    this.#ends.set(bus, end);
    bus.onJoined(() => (this.#meetings += 1));
    await bus.start();
    return bus;
  }

  /** Resolves when each node knows all others. */
  async allMet(): Promise<void> {
    const count = this.#ends.size;
    while (this.#meetings < count * (count - 1)) await this.delivered();
  }

  /** Resolves when the messages on their way have arrived, and the replies to them. */
  async delivered(): Promise<void> {
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
  }

  /** Disconnects a node from the others, as if it was killed. */
  lose(bus: NodeBus): void {
    this.#lost.add(this.#ends.get(bus) ?? {});
  }

  /** Sends a message that comes from no node. */
  say(channel: string, text: string): void {
    for (const hear of this.#subscriptions.get(channel)?.values() ?? []) hear(text);
  }

  #transport(end: object): Transport {
    return {
      publish: (channel, message) => {
        if (this.#lost.has(end)) return;
        const hearing = [...(this.#subscriptions.get(channel) ?? [])];
        setImmediate(() => {
          if (this.isCut) return;
          for (const [each, hear] of hearing) if (!this.#lost.has(each)) hear(message);
        });
      },
      subscribe: async (channel, hear) => {
        const hearing = this.#subscriptions.get(channel) ?? new Map();
        this.#subscriptions.set(channel, hearing.set(end, hear));
      },
      unsubscribe: (channel) => void this.#subscriptions.get(channel)?.delete(end),
    };
  }
}

/** Starts two connected nodes with one database, for one test. */
export async function startTwoNodes(
  env: Record<string, string> = {},
  options: AppOptions = {},
): Promise<{ one: TestApp; two: TestApp; exchange: TestExchange }> {
  const exchange = new TestExchange();
  const url = await createTestDatabase();
  // Nodes share their secrets through an object store, or here through this folder.
  const shared = await mkdtemp(join(tmpdir(), 'roost-nodes-'));
  onTestFinished(() => rm(shared, { recursive: true, force: true }));
  const start = async () => {
    const cluster = await exchange.join();
    const app = await startTestApp(
      { ROOST_DATA: shared, ...env, DATABASE_URL: url },
      { ...options, cluster },
    );
    onTestFinished(() => app.close());
    return app;
  };
  return { one: await start(), two: await start(), exchange };
}
