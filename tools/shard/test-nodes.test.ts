import { expect, test } from 'vitest';
import { checkServers, lackOf } from './test-nodes.ts';

const enough = {
  isSuperuser: true,
  libraries: 'pg_stat_statements, citus',
  citus: '13.2-1',
  prepared: 600,
  connections: 300,
  processes: 64,
  walLevel: 'logical',
};

test.each([
  [{}, undefined],
  [{ isSuperuser: false }, 'is not opened as a superuser, who may create extensions'],
  [{ citus: null, libraries: '' }, 'has no Citus installed'],
  [{ libraries: '' }, "needs shared_preload_libraries = 'citus'"],
  [{ walLevel: 'replica' }, 'needs wal_level = logical, because a test moves shards'],
  [{ connections: 100 }, 'needs max_connections = 300 or more, and has 100'],
  [{ prepared: 0 }, 'needs max_prepared_transactions = 600 or more, and has 0'],
  [{ processes: 8 }, 'needs max_worker_processes = 64 or more, and has 8'],
])('a server with %j says what it lacks', (change, lack) => {
  expect(lackOf({ ...enough, ...change })).toBe(lack);
});

test('one address, and a server that does not answer, are refused', async () => {
  await expect(checkServers(['postgres://localhost:1/'])).rejects.toThrow('TEST_DATABASE_URL');
  const nowhere = 'postgres://127.0.0.1:1/postgres';
  await expect(checkServers([nowhere, nowhere])).rejects.toThrow(
    'The database at 127.0.0.1:1 does not answer: connect ECONNREFUSED 127.0.0.1:1.',
  );
});
