import cluster from 'node:cluster';
import { z } from 'zod';
import type { Wire } from './wire.ts';

const envelope = z.object({ roost: z.object({ channel: z.string(), message: z.string() }) });

/** Messages between the workers of one machine, by way of the process that started them. */
export function workerWire(): Wire {
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
    async subscribe(channel, hear) {
      listeners.set(channel, hear);
    },
    unsubscribe: (channel) => void listeners.delete(channel),
  };
}

/** In the process that started the workers: hands on to all others what one says. */
export function relayBetweenWorkers(): void {
  cluster.on('message', (sender, text: unknown) => {
    if (!envelope.safeParse(text).success) return;
    for (const worker of Object.values(cluster.workers ?? {}))
      if (worker && worker !== sender && worker.isConnected()) worker.send(text as object);
  });
}
