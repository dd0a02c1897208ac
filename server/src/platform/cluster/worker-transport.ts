import cluster from 'node:cluster';
import { z } from 'zod';
import type { Transport } from './transport.ts';

const envelope = z.object({ roost: z.object({ channel: z.string(), message: z.string() }) });

/** Sends messages between the workers of one machine, through their primary process. */
export function workerTransport(): Transport {
  const listeners = new Map<string, (message: string) => void>();
  process.on('message', (text) => {
    const read = envelope.safeParse(text);
    if (!read.success) return;
    const { channel, message } = read.data.roost;
    listeners.get(channel)?.(message);
  });
  return {
    publish(channel, message) {
      if (process.connected) process.send?.({ roost: { channel, message } });
      setImmediate(() => listeners.get(channel)?.(message));
    },
    async subscribe(channel, listener) {
      listeners.set(channel, listener);
    },
    unsubscribe: (channel) => void listeners.delete(channel),
  };
}

/** Runs in the primary process. It forwards a worker's messages to all other workers. */
export function relayBetweenWorkers(): void {
  cluster.on('message', (sender, text: unknown) => {
    if (!envelope.safeParse(text).success) return;
    for (const worker of Object.values(cluster.workers ?? {}))
      if (worker && worker !== sender && worker.isConnected()) worker.send(text as object);
  });
}
