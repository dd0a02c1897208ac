import cluster from 'node:cluster';
import type { Logger } from 'pino';
import type { RedisLinks } from '../../redis.ts';
import { noOtherNodes, type Nodes } from '../nodes.ts';
import { NodeBus } from './node-bus.ts';
import { redisWire } from './redis-wire.ts';
import { workerWire } from './worker-wire.ts';

/** Meets the other nodes in Redis, or through the process that started us as one of several; else there are none. */
export async function meetNodes(redis: RedisLinks | null, log: Logger): Promise<Nodes> {
  if (!redis && !cluster.isWorker) return noOtherNodes;
  const nodes = new NodeBus(redis ? redisWire(redis) : workerWire(), log);
  await nodes.start();
  return nodes;
}
