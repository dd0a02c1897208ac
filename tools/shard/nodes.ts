import type pg from 'pg';
import { StartError } from '../../server/src/config/start-error.ts';

/** Looks that there is a Citus with nodes that can take rows; says which. */
export async function checkNodes(client: pg.Client, say: (line: string) => void): Promise<void> {
  const { rows: extensions } = await client.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  );
  const [citus] = extensions;
  if (!citus)
    throw new StartError(
      'This database has no Citus. On each node, as a superuser: create extension citus. Then, here: select citus_add_node(…) for each.',
    );
  const { rows: local } = await client.query<{ group: number }>(
    'select groupid as group from pg_dist_local_group',
  );
  if (local[0]?.group !== 0)
    throw new StartError('This is a worker; tables are distributed from the coordinator.');
  const { rows: nodes } = await client.query<{
    address: string;
    group: number;
    isActive: boolean;
    takesRows: boolean;
  }>(
    `select nodename || ':' || nodeport as address, groupid as group, isactive as "isActive",
      shouldhaveshards as "takesRows" from pg_dist_node where noderole = 'primary' order by groupid`,
  );
  const away = nodes.find((node) => !node.isActive);
  if (away)
    throw new StartError(`The node ${away.address} is not active (select citus_activate_node(…)).`);
  const takers = nodes.filter((node) => node.takesRows);
  if (takers.length === 0)
    throw new StartError(
      'There is no node to distribute to: select citus_add_node(…), on this one, for each.',
    );
  if (!nodes.some((node) => node.group === 0))
    throw new StartError(
      'The workers must know of this node: select citus_set_coordinator_host(…), with the address they reach it at.',
    );
  say(`Citus ${citus.version}: ${takers.map(({ address }) => address).join(', ')}`);
}
