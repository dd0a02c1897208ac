import type { RedisLinks } from '../../redis.ts';
import type { Wire } from './wire.ts';

/** Messages by Redis' sharded channels: each channel lies on one shard, so that more shards carry more. */
export function redisWire(redis: RedisLinks): Wire {
  return {
    publish: (channel, message) => {
      redis.publish(channel, message).catch(() => {});
    },
    subscribe: async (channel, hear) =>
      redis.subscribe(channel, (message) => hear(String(message))),
    unsubscribe: (channel) => redis.unsubscribe(channel),
    onMended: (listener) => redis.onMended(listener),
  };
}
