import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startAppForTest } from '../../../server/test/support/app.ts';
import { createTestDatabase } from '../../../server/test/support/database.ts';
import { Load } from './load.ts';
import { brief, describeOutcomes, expectEachOnce, isFine } from './verify.ts';

const PER_SECOND = 40;

interface Move {
  shard: string;
  from: { host: string; port: number };
  to: { host: string; port: number };
}

test('while all shards of people and posts move, all requests succeed, and no write is lost or doubled', async () => {
  const url = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const app = await startAppForTest({ DATABASE_URL: url });
  const load = await Load.prepare(app, async () => 'kept', 'kept');
  const moves = await planMoves(client);
  expect(moves.length).toBeGreaterThan(3);

  const end = new AbortController();
  const running = load.run(PER_SECOND, end.signal);
  await wait(3_000);
  const durations: number[] = [];
  for (const { shard, from, to } of moves) {
    const began = performance.now();
    await client.query(
      `select citus_move_shard_placement($1::bigint, $2::text, $3::int, $4::text, $5::int, 'force_logical')`,
      [shard, from.host, from.port, to.host, to.port],
    );
    durations.push(performance.now() - began);
  }
  await wait(3_000);
  end.abort();
  await running;
  await client.end();

  console.log(
    `${moves.length} moves took ${durations.map((each) => Math.round(each)).join(', ')} ms.\n${describeOutcomes(load.outcomes)}`,
  );
  expect(load.outcomes.filter((each) => !isFine(each)).map(brief)).toEqual([]);
  await expectEachOnce(load);
});

/** Moves each shard of people, posts and conversations to the next worker, with the shards that are colocated. */
async function planMoves(client: pg.Client): Promise<Move[]> {
  const { rows: nodes } = await client.query<{ host: string; port: number }>(
    `select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards order by nodeport`,
  );
  const { rows: shards } = await client.query<{ shard: string; host: string; port: number }>(
    `select shardid as shard, nodename as host, nodeport as port from citus_shards
    where table_name::text in ('users', 'posts', 'conversations') order by shardid`,
  );
  return shards.map(({ shard, host, port }) => {
    const at = nodes.findIndex((node) => node.host === host && node.port === port);
    const to = nodes[(at + 1) % nodes.length];
    if (!to) throw new Error('There is no worker.');
    return { shard, from: { host, port }, to };
  });
}
