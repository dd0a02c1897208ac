import cluster from 'node:cluster';
import { createAdapter } from '@socket.io/cluster-adapter';
import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { Namespace, ServerOptions } from 'socket.io';
import type { RedisLinks } from '../../redis.ts';

/** What joins the sockets of all nodes: Redis, the process that started us as one of several, or nothing. */
export function socketAdapter(redis: RedisLinks | null): Pick<Partial<ServerOptions>, 'adapter'> {
  if (redis) return { adapter: shardedAdapter(redis) };
  return cluster.isWorker ? { adapter: createAdapter() as ServerOptions['adapter'] } : {};
}

function shardedAdapter(redis: RedisLinks): ServerOptions['adapter'] {
  const client = clientFor(redis);
  // Rooms of calls have a channel each. Those of the main socket need none: nodes tell each other by other channels.
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
 * What the adapter asks of a client, answered by connections that outlive Redis: it never looks at what becomes of its
 * subscriptions, and a failure that nobody hears of would end the process.
 */
function clientFor(redis: RedisLinks): object {
  return {
    sSubscribe: (channel: string, hear: (message: Buffer, channel: string) => void) =>
      void redis.subscribe(channel, (message) => hear(message, channel)),
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
