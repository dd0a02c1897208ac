import type { RedisConnections } from './redis.ts';
import type { Transport } from './transport.ts';

/** Sends messages over the sharded channels of Redis. Each channel lies on one shard, so more shards carry more. */
export function redisTransport(redis: RedisConnections): Transport {
  return {
    publish: (channel, message) => {
      redis.publish(channel, message).catch(() => {});
    },
    subscribe: async (channel, listener) =>
      redis.subscribe(channel, (message) => listener(String(message))),
    unsubscribe: (channel) => redis.unsubscribe(channel),
    onResubscribed: (listener) => redis.onResubscribed(listener),
  };
}
