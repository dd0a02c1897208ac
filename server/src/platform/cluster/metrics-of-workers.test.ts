import { expect, test } from 'vitest';
import { MetricsOfWorkers } from './metrics-of-workers.ts';
import type { Transport } from './transport.ts';

/** Transports of processes that hear each other and themselves. */
function transportsOf(count: number): Transport[] {
  const listeners = Array.from({ length: count }, () => new Map<string, (text: string) => void>());
  return listeners.map((own) => ({
    publish: (channel, message) => {
      for (const each of listeners) each.get(channel)?.(message);
    },
    subscribe: async (channel, listener) => void own.set(channel, listener),
    unsubscribe: (channel) => void own.delete(channel),
  }));
}

test('any worker answers with the samples of all, metric by metric', async () => {
  const workers = transportsOf(2).map(
    (transport, n) =>
      new MetricsOfWorkers(
        transport,
        async () =>
          `# HELP a_total A.\n# TYPE a_total counter\na_total{process="${n}"} ${n}\n\n# HELP b B.\n# TYPE b gauge\nb{process="${n}"} 7\n`,
      ),
  );
  for (const worker of workers)
    expect(await worker.read()).toBe(
      `# HELP a_total A.\n# TYPE a_total counter\na_total{process="0"} 0\na_total{process="1"} 1\n\n# HELP b B.\n# TYPE b gauge\nb{process="0"} 7\nb{process="1"} 7\n`,
    );
});
