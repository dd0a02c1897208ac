import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as relations from '@roost/contract/relations';
import * as posts from '@roost/contract/posts';
import * as search from '@roost/contract/search';
import { startTestApp, type TestApp } from '../../server/test/support/app.ts';
import { crowdOf, type Member } from '../../server/test/support/cast.ts';
import { TestClient } from '../../server/test/support/test-client.ts';
import { inDatabase } from './postgres.ts';
import { Stack } from './stack.ts';

let stack: Stack;
let app: TestApp;
let names = 0;
let word = '';

beforeAll(async () => {
  stack = await Stack.start('single');
  const behind = await startTestApp({ DATABASE_URL: stack.postgres.url, ROOST_ROLES: 'jobs' });
  app = { ...behind, address: stack.address, client: () => new TestClient(stack.address) };
});
afterAll(async () => {
  await app?.close();
  await stack?.end();
});
beforeEach(async () => {
  await inDatabase(stack.postgres.replicaUrl, 'select pg_wal_replay_resume()');
  names += 1;
  word = `pelican${names}`;
  // Waits until the nodes know that the replica has caught up.
  await wait(1_500);
});

const pause = async () => inDatabase(stack.postgres.replicaUrl, 'select pg_wal_replay_pause()');

async function people(): Promise<[Member, Member, Member]> {
  const crowd = await crowdOf(app, 3, `reader${names}_`);
  await wait(1_500);
  return crowd as [Member, Member, Member];
}

/** The posts that a person finds by a search at one node. */
async function found(member: Member, node: number): Promise<string[]> {
  const client = new TestClient(stack.nodes[node]?.address ?? '');
  client.cookie = member.client.cookie;
  const { data } = await client.call(search.searchPosts, { query: { query: word } });
  return data.posts.map(({ content }) => content);
}

test('people see their own writes at once on every node, and those of others when the replica has them', async () => {
  const [ann, ben] = await people();
  await pause();
  await ann.post(`${word} of Ann`);
  // The replica does not have it yet.
  expect(await found(ben, 0)).toEqual([]);
  for (const node of [0, 1]) expect(await found(ann, node)).toEqual([`${word} of Ann`]);
  await inDatabase(stack.postgres.replicaUrl, 'select pg_wal_replay_resume()');
  await expect.poll(() => found(ben, 0)).toEqual([`${word} of Ann`]);
});

test('a lagging replica never shows deleted posts or posts across a block', async () => {
  const [ann, ben, carol] = await people();
  const mine = await ben.post(`${word} deleted`);
  await carol.post(`${word} of Carol`);
  await expect.poll(() => found(ann, 0).then((list) => list.length)).toBe(2);
  await wait(1_500);
  await pause();
  await ben.call(posts.deletePost, { params: { postId: mine._id } });
  expect(await found(ann, 0)).toEqual([`${word} of Carol`]);
  await carol.call(relations.toggleBlock, { params: { userId: ann.id } });
  expect(await found(ann, 0)).toEqual([]);
  expect(await found(ben, 0)).toEqual([`${word} of Carol`]);
});

test('a node does not read from a replica that is far behind', async () => {
  const [ann, ben] = await people();
  await pause();
  await ann.post(`${word} of Ann`);
  expect(await found(ben, 1)).toEqual([]);
  await expect.poll(() => found(ben, 1), { timeout: 10_000 }).toEqual([`${word} of Ann`]);
});

test('requests succeed while the replica is down', async () => {
  const [ann, ben] = await people();
  await ann.post(`${word} of Ann`);
  await expect.poll(() => found(ben, 0)).toEqual([`${word} of Ann`]);
  await stack.postgres.replica.end('SIGQUIT');
  for (let n = 0; n < 20; n += 1) {
    expect(await found(ben, n % 2)).toEqual([`${word} of Ann`]);
    await wait(50);
  }
});
