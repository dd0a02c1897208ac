import pg from 'pg';

const KEEP_ALIVE_DELAY_MS = 30_000;

/** Runs the work with a connection of its own. If the connection is lost, the next statement says so. */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  // Routers forget a connection that says nothing for minutes, such as one that holds a lock.
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
