import { expect, test } from 'vitest';
import * as search from '@roost/contract/search';
import { startAppForFile } from '../../test/app.ts';
import { castOf, type Member } from '../../test/cast.ts';
import { createTestDatabase } from '../../test/database.ts';
import { openDatabase } from './client.ts';
import { LastWrites } from './last-writes.ts';
import { Replica } from './replica.ts';

/** One that has all until this moment, whatever it says itself. */
class KnownReplica extends Replica {
  completeUntil = Number.POSITIVE_INFINITY;
  override has(moment: number): boolean {
    return moment < this.completeUntil;
  }
}

const app = await startAppForFile();
const { alice, bob } = await castOf(app);

/** In the place of a replica, a database that has nothing: what is read there is not found. */
async function withEmptyReplica(): Promise<KnownReplica> {
  const url = await createTestDatabase();
  const db = openDatabase({ url, preparedStatements: true, onError: () => {} });
  const replica = new KnownReplica(app.ctx.db, db, app.ctx.log);
  Object.assign(app.ctx, { oldReads: { replica, writes: new LastWrites(null) } });
  return replica;
}

async function finds(member: Member, query: string): Promise<number> {
  return (await member.call(search.searchPosts, { query: { query } })).data.posts.length;
}

test('what may be old is looked for on the replica, until one has written what it may not have', async () => {
  await alice.post('Pelicans over the bay');
  expect(await finds(bob, 'pelicans')).toBe(1);
  const replica = await withEmptyReplica();
  expect(await finds(bob, 'pelicans')).toBe(0);
  // All else is read where it is.
  expect((await bob.visitor.fetch('/api/users/getuser/alice')).status).toBe(200);
  replica.completeUntil = replica.now();
  await bob.post('Something else');
  expect(await finds(bob, 'pelicans')).toBe(1);
  // What somebody else wrote is no reason.
  expect(await finds(alice, 'pelicans')).toBe(0);
  await replica.close();
});

test('a replica that fails in the midst of it is missed by nobody', async () => {
  const replica = await withEmptyReplica();
  expect(await finds(alice, 'pelicans')).toBe(0);
  await loseServer(replica);
  expect(await finds(alice, 'pelicans')).toBe(1);
});

test('a database that is no replica is never read from as one', async () => {
  const replica = new Replica(app.ctx.db, app.ctx.db, app.ctx.log);
  await replica.start();
  expect(replica.has(0)).toBe(false);
});

/** Its server is gone. */
async function loseServer(replica: Replica): Promise<void> {
  const db = openDatabase({
    url: 'postgres://nobody@127.0.0.1:1/nowhere',
    preparedStatements: true,
    onError: () => {},
  });
  await replica.db.destroy();
  Object.assign(replica, { db });
}
