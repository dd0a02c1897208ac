import type pg from 'pg';
import { StartError } from '../../server/src/config/start-error.ts';

/** Throws if Citus has no active node that takes shards. Otherwise reports the nodes that take them. */
export async function checkNodes(client: pg.Client, log: (line: string) => void): Promise<void> {
  const { rows: extensions } = await client.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  );
  const [citus] = extensions;
  if (!citus)
    throw new StartError(
      'This database has no Citus. As a superuser, run `create extension citus` on each node, then `select citus_add_node(…)` here for each worker.',
    );
  const { rows: local } = await client.query<{ group: number }>(
    'select groupid as group from pg_dist_local_group',
  );
  if (local[0]?.group !== 0)
    throw new StartError('This node is a worker. Run this command on the coordinator.');
  const { rows: nodes } = await client.query<{
    address: string;
    group: number;
    isActive: boolean;
    takesShards: boolean;
  }>(
    `select nodename || ':' || nodeport as address, groupid as group, isactive as "isActive",
      shouldhaveshards as "takesShards" from pg_dist_node where noderole = 'primary' order by groupid`,
  );
  const inactive = nodes.find((node) => !node.isActive);
  if (inactive)
    throw new StartError(
      `The node ${inactive.address} is not active. Activate it with citus_activate_node.`,
    );
  const shardNodes = nodes.filter((node) => node.takesShards);
  if (shardNodes.length === 0)
    throw new StartError(
      'No node takes shards. Run `select citus_add_node(…)` here for each worker.',
    );
  if (!nodes.some((node) => node.group === 0))
    throw new StartError(
      'The workers do not know this node. Run `select citus_set_coordinator_host(…)` with the address at which they reach it.',
    );
  log(`Citus ${citus.version}: ${shardNodes.map(({ address }) => address).join(', ')}`);
}
