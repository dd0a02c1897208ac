import cluster from 'node:cluster';
import type { Logger } from 'pino';
import type { Traces } from '../../kernel/ports.ts';
import type { Cluster } from '../../kernel/messages.ts';
import { NodeBus } from './node-bus.ts';
import type { RedisConnections } from './redis.ts';
import { redisTransport } from './redis-transport.ts';
import { singleNode } from './single-node.ts';
import { workerTransport } from './worker-transport.ts';

/** Joins the other nodes over Redis, or over the primary process of several workers. Without both, this node is alone. */
export async function joinCluster(
  redis: RedisConnections | null,
  log: Logger,
  traces: Traces | null,
): Promise<Cluster> {
  if (!redis && !cluster.isWorker) return singleNode;
  const bus = new NodeBus(redis ? redisTransport(redis) : workerTransport(), log, traces);
  await bus.start();
  return bus;
}
