import { expect, test } from 'vitest';
import * as search from '@roost/contract/search';
import { startAppForFile } from '../../../../test/support/app.ts';
import { castOf, type Member } from '../../../../test/support/cast.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { openDatabase } from '../client.ts';
import { LastWrites } from './last-writes.ts';
import { Replica } from './replica.ts';

/** A replica that has all writes until a moment that the test sets. */
class KnownReplica extends Replica {
  completeUntil = Number.POSITIVE_INFINITY;
  override has(moment: number): boolean {
    return moment < this.completeUntil;
  }
}

const app = await startAppForFile();
const { alice, bob } = await castOf(app);

/** Replaces the replica with an empty database. A read there finds nothing. */
async function withEmptyReplica(): Promise<KnownReplica> {
  const url = await createTestDatabase();
  const db = openDatabase({ url, preparedStatements: true, onError: () => {} });
  const replica = new KnownReplica(app.ctx.db, db, app.ctx.log);
  Object.assign(app.ctx, { replicaReads: { replica, writes: new LastWrites(null) } });
  return replica;
}

async function finds(member: Member, query: string): Promise<number> {
  return (await member.call(search.searchPosts, { query: { query } })).data.posts.length;
}

test('stale-ok reads use the replica, except after a write that it may not have', async () => {
  await alice.post('Pelicans over the bay');
  expect(await finds(bob, 'pelicans')).toBe(1);
  const replica = await withEmptyReplica();
  expect(await finds(bob, 'pelicans')).toBe(0);
  // All other reads use the primary.
  expect((await bob.client.fetch('/api/users/getuser/alice')).status).toBe(200);
  replica.completeUntil = replica.now();
  await bob.post('Something else');
  expect(await finds(bob, 'pelicans')).toBe(1);
  // Another person's write does not matter.
  expect(await finds(alice, 'pelicans')).toBe(0);
  await replica.close();
});

test('a read is repeated on the primary when the replica fails', async () => {
  const replica = await withEmptyReplica();
  expect(await finds(alice, 'pelicans')).toBe(0);
  await loseServer(replica);
  expect(await finds(alice, 'pelicans')).toBe(1);
});

test('a database that is no replica gets no replica reads', async () => {
  const replica = new Replica(app.ctx.db, app.ctx.db, app.ctx.log);
  await replica.start();
  expect(replica.has(0)).toBe(false);
});

/** Disconnects the replica from its server. */
async function loseServer(replica: Replica): Promise<void> {
  const db = openDatabase({
    url: 'postgres://nobody@127.0.0.1:1/nowhere',
    preparedStatements: true,
    onError: () => {},
  });
  await replica.db.destroy();
  Object.assign(replica, { db });
}
