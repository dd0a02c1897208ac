import { StartError } from '../../server/src/config/start-error.ts';
import { shard } from './shard.ts';
import { withClient } from '../../server/src/platform/database/with-client.ts';

/** Few, because each shard adds to the time of a statement that asks all of them. Each of two workers gets two. */
const SHARDS = 4;

interface Settings {
  isSuperuser: boolean;
  libraries: string;
  /** Null if the files of Citus are not installed. */
  citus: string | null;
  prepared: number;
  connections: number;
  processes: number;
  walLevel: string;
}

/** Throws with what one of these servers lacks for a test on a sharded database. The first is the coordinator. */
export async function checkServers(servers: string[]): Promise<void> {
  if (servers.length < 2)
    throw new StartError(
      'Set TEST_DATABASE_URL to the addresses of a Citus, separated by spaces: the coordinator, then each worker, as a superuser.',
    );
  for (const server of servers) {
    const lack = await findLack(server);
    if (lack) throw new StartError(`The database at ${new URL(server).host} ${lack}.`);
  }
}

async function findLack(server: string): Promise<string | undefined> {
  let settings: Settings | undefined;
  try {
    settings = await withClient(server, async (client) => {
      const { rows } = await client.query<Settings>(`select
        (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
        current_setting('shared_preload_libraries') as libraries,
        (select default_version from pg_available_extensions where name = 'citus') as citus,
        current_setting('max_prepared_transactions')::int as prepared,
        current_setting('max_connections')::int as connections,
        current_setting('max_worker_processes')::int as processes,
        current_setting('wal_level') as "walLevel"`);
      return rows[0];
    });
  } catch (error) {
    return `does not answer: ${error instanceof Error ? error.message : String(error)}`;
  }
  return settings && lackOf(settings);
}

/** Returns what is missing as the end of a sentence, or nothing. */
export function lackOf(settings: Settings): string | undefined {
  if (!settings.isSuperuser) return 'is not opened as a superuser, who may create extensions';
  if (settings.citus === null) return 'has no Citus installed';
  if (!settings.libraries.includes('citus')) return "needs shared_preload_libraries = 'citus'";
  if (settings.walLevel !== 'logical')
    return 'needs wal_level = logical, because a test moves shards';
  for (const [name, found, least] of [
    ['max_connections', settings.connections, 300],
    ['max_prepared_transactions', settings.prepared, 600],
    // Citus runs one process for each database that a test uses.
    ['max_worker_processes', settings.processes, 64],
  ] as const)
    if (found < least) return `needs ${name} = ${least} or more, and has ${found}`;
  return undefined;
}

/** Makes one distributed database of the databases with this name on all servers, and migrates it. */
export async function shardTemplate(servers: string[], database: string): Promise<void> {
  const urls = servers.map((server) => {
    const url = new URL(server);
    url.pathname = `/${database}`;
    return url.href;
  });
  for (const url of urls)
    await withClient(url, async (client) => client.query('create extension citus'));
  const [coordinator = '', ...workers] = urls;
  await withClient(coordinator, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', hostAndPort(coordinator));
    for (const worker of workers)
      await client
        .query('select citus_add_node($1, $2)', hostAndPort(worker))
        .catch((error: Error) => {
          throw new StartError(
            `The coordinator cannot join ${new URL(worker).host}: ${error.message}`,
          );
        });
    await client.query(`alter database ${database} set citus.shard_count = ${SHARDS}`);
  });
  await shard(coordinator, () => {});
}

/** Drops the databases whose names begin with this prefix. */
export async function dropDatabases(servers: string[], prefix: string): Promise<void> {
  for (const server of servers)
    await withClient(server, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        'select datname as name from pg_database where starts_with(datname, $1)',
        [prefix],
      );
      for (const { name } of rows)
        await client.query(`drop database if exists ${name} with (force)`);
    });
}

function hostAndPort(address: string): [string, number] {
  const { hostname, port } = new URL(address);
  return [hostname, Number(port || 5432)];
}
