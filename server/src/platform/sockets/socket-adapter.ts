import cluster from 'node:cluster';
import { createAdapter } from '@socket.io/cluster-adapter';
import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { Namespace, ServerOptions } from 'socket.io';
import type { Redis } from '../../kernel/ports.ts';

/** Joins the sockets of all nodes over Redis, or over the primary process of several workers. A single process needs nothing. */
export function socketAdapter(redis: Redis | null): Pick<Partial<ServerOptions>, 'adapter'> {
  if (redis) return { adapter: shardedAdapter(redis) };
  return cluster.isWorker ? { adapter: createAdapter() as ServerOptions['adapter'] } : {};
}

function shardedAdapter(redis: Redis): ServerOptions['adapter'] {
  const client = clientFor(redis);
  // Rooms of calls have a channel each. Those of the main socket need none: nodes use the channels of the cluster.
  const [ofCalls, ofAll] = (['dynamic', 'static'] as const).map((subscriptionMode) =>
    createShardedAdapter(client, client, { channelPrefix: 'roost:sockets', subscriptionMode }),
  );
  // Called with `new`, which an arrow function refuses.
  function make(namespace: Namespace) {
    return (namespace.name === '/webrtc' ? ofCalls : ofAll)?.(namespace);
  }
  return make as unknown as ServerOptions['adapter'];
}

/**
 * Gives the adapter the client that it expects. The connections below survive an outage of Redis. The adapter ignores the
 * promises of its subscriptions, so an unhandled rejection would end the process.
 */
function clientFor(redis: Redis): object {
  return {
    sSubscribe: (channel: string, listener: (message: Buffer, channel: string) => void) =>
      void redis.subscribe(channel, (message) => listener(message, channel)),
    sUnsubscribe: (channels: string | string[]) => {
      for (const channel of [channels].flat()) redis.unsubscribe(channel);
    },
    sPublish: async (channel: string, message: string | Buffer) => redis.publish(channel, message),
    sendCommand: async ([, , channel = '']: string[]) => [
      channel,
      await redis.countSubscriptions(channel),
    ],
  };
}
