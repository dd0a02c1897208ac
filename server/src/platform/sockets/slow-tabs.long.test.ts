import * as relations from '@roost/contract/relations';
import * as reactions from '@roost/contract/reactions';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../../test/support/app.ts';
import { castOf } from '../../../test/support/cast.ts';
import { TestExchange } from '../../../test/support/nodes.ts';
import { laySilentLine } from '../../../test/support/silent-line.ts';
import { TestClient } from '../../../test/support/test-client.ts';
import { tabEventPublished } from './publish.ts';
import { closed, connectHearing } from '../../../test/support/wire.ts';

/** More than the buffers at both ends of a connection hold. */
const JUNK = { bytes: 1_024 * 1_024, times: 14 };
/** More packets than a socket may queue. */
const MORE_THAN_QUEUED = 600;
/** The server closes a tab that does not read much later than this. */
const BEFORE_CLOSE_MS = 3_500;

function once<T>(work: () => T): () => T {
  let result: { value: T } | undefined;
  return () => (result ??= { value: work() }).value;
}

async function arrive(client: TestClient) {
  const { socket, heard } = await connectHearing(client);
  await expect.poll(() => heard.some(({ name }) => name === 'streamStart')).toBe(true);
  const likes = () =>
    heard.flatMap(({ name, payload }) =>
      name === 'newNotification' ? [(payload as { post: { _id: string } }).post._id] : [],
    );
  return { socket, heard, likes };
}

/** Two tabs of Alice. The first does not read, and more packets wait for it than a socket may queue. */
async function withOneDeafTab() {
  const exchange = new TestExchange();
  const app = await startTestApp({}, { cluster: await exchange.join(), presenceGrace: 0 });
  const close = once(async () => app.close());
  onTestFinished(close);
  const other = await exchange.join();
  const { alice, bob } = await castOf(app);
  const { hostname: host, port } = new URL(app.address);
  const line = await laySilentLine({ host, port: Number(port) });
  const slow = new TestClient(`http://${host}:${line.port}`);
  slow.cookie = alice.client.cookie;
  const [deaf, reading] = [await arrive(slow), await arrive(alice.client)];
  await deaf.socket.emitWithAck('addUser', alice.id);
  line.pauseAnswers();
  const junk = 'x'.repeat(JUNK.bytes);
  for (let n = 0; n < JUNK.times + MORE_THAN_QUEUED; n += 1)
    other.publish(alice.id, tabEventPublished, {
      event: 'typing',
      payload: [{ senderId: n < JUNK.times ? junk : '', conversationId: String(n) }],
    });
  await expect
    .poll(() => reading.heard.filter(({ name }) => name === 'typing').length)
    .toBe(JUNK.times + MORE_THAN_QUEUED);
  const like = async () => {
    const { _id } = await alice.post('Look');
    await bob.call(reactions.toggleLike, { params: { postId: _id } });
    return _id;
  };
  return { alice, bob, deaf, line, reading, like, close };
}

test('a tab that does not read delays no other tab of its person', async () => {
  const { reading, like } = await withOneDeafTab();
  const liked: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    liked.push(await like());
    await expect.poll(reading.likes, { timeout: BEFORE_CLOSE_MS }).toEqual(liked);
  }
});

test('a tab that reads again in time gets missed events once and in order', async () => {
  const { deaf, line, reading, like } = await withOneDeafTab();
  const liked = [await like(), await like()];
  await expect.poll(reading.likes, { timeout: BEFORE_CLOSE_MS }).toEqual(liked);
  line.resumeAnswers();
  liked.push(await like());
  await expect.poll(deaf.likes).toEqual(liked);
  await expect.poll(reading.likes).toEqual(liked);
});

test('the server closes a tab that never reads', async () => {
  const { alice, bob, deaf, line, like } = await withOneDeafTab();
  await bob.call(relations.follow, { params: { userId: alice.id } });
  const { heard } = await connectHearing(bob.client);
  const online = () => heard.findLast(({ name }) => name === 'getOnlineUsers')?.payload;
  await expect.poll(online).toEqual([alice.id]);
  await like();
  await expect.poll(online).toEqual([]);
  line.resumeAnswers();
  await closed(deaf.socket);
});

test('a tab that does not read does not delay a stop', async () => {
  const { close } = await withOneDeafTab();
  const at = performance.now();
  await close();
  expect(performance.now() - at).toBeLessThan(10_000);
});
