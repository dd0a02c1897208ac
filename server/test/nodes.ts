import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { NodeBus } from '../src/realtime/nodes/node-bus.ts';
import type { Wire } from '../src/realtime/nodes/wire.ts';
import type { AppOptions } from '../src/app.ts';
import { startTestApp, type TestApp } from './app.ts';
import { createTestDatabase } from './database.ts';

/** What carries messages between the nodes of a test, and can be cut. */
export class TestExchange {
  isCut = false;
  readonly #subscriptions = new Map<string, Map<object, (message: string) => void>>();

  readonly #lost = new Set<object>();
  readonly #ends = new Map<NodeBus, object>();

  async join(): Promise<NodeBus> {
    const end = {};
    const bus = new NodeBus(this.#wire(end), pino({ level: 'silent' }));
    this.#ends.set(bus, end);
    await bus.start();
    return bus;
  }

  /** Neither hears nor is heard from now on, as one that was killed. */
  lose(bus: NodeBus): void {
    this.#lost.add(this.#ends.get(bus) ?? {});
  }

  #wire(end: object): Wire {
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

/** Two nodes that serve one database and hear each other, for one test. */
export async function startTwoNodes(
  env: Record<string, string> = {},
  options: AppOptions = {},
): Promise<{ one: TestApp; two: TestApp; exchange: TestExchange }> {
  const exchange = new TestExchange();
  const url = await createTestDatabase();
  const start = async () => {
    const nodes = await exchange.join();
    const app = await startTestApp({ ...env, DATABASE_URL: url }, { ...options, nodes });
    onTestFinished(() => app.close());
    return app;
  };
  return { one: await start(), two: await start(), exchange };
}
