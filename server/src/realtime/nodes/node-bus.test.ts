import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { TestExchange } from '../../../test/nodes.ts';

test('what a node tells all others is heard by them before it goes on, and by itself never', async () => {
  const exchange = new TestExchange();
  const [one, two, three] = [await exchange.join(), await exchange.join(), await exchange.join()];
  await wait(20);
  const heard: string[] = [];
  for (const [name, bus] of Object.entries({ one, two, three }))
    bus.onTold('sessionsEnded', ({ sessionIds }) => heard.push(`${name} ${sessionIds.join()}`));
  await one.tellNodes('sessionsEnded', { sessionIds: ['a'] });
  expect(heard.toSorted()).toEqual(['three a', 'two a']);
});

test('one that is gone without a word is waited for a second at most, and soon not at all', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
  const exchange = new TestExchange();
  const [one, two] = [await exchange.join(), await exchange.join()];
  await wait(20);
  const gone: string[] = [];
  one.onGone((node) => gone.push(node));
  exchange.lose(two);
  const before = Date.now();
  await one.tellNodes('sessionsEnded', { sessionIds: ['a'] });
  expect(Date.now() - before).toBeGreaterThanOrEqual(990);
  for (let beats = 0; beats < 7; beats += 1) {
    vi.advanceTimersByTime(2_000);
    await wait(5);
  }
  expect(gone).toHaveLength(1);
  const after = Date.now();
  await one.tellNodes('sessionsEnded', { sessionIds: ['a'] });
  expect(Date.now() - after).toBeLessThan(500);
  vi.useRealTimers();
});

test('who is asked answers, and a listener that fails keeps nothing from the others', async () => {
  const exchange = new TestExchange();
  const [one, two, three] = [await exchange.join(), await exchange.join(), await exchange.join()];
  await wait(20);
  two.onAsked('whoIsOnline', ({ ids }) => ids.slice(1));
  three.onAsked('whoIsOnline', () => {
    throw new Error('broken');
  });
  const answers = await one.askNodes('whoIsOnline', { ids: ['a', 'b', 'c'] });
  expect(answers.map(({ answer }) => answer ?? null)).toEqual(
    expect.arrayContaining([['b', 'c'], null]),
  );
  let heard = 0;
  two.onTold('sessionsEnded', () => {
    throw new Error('broken');
  });
  two.onTold('sessionsEnded', () => (heard += 1));
  await one.tellNodes('sessionsEnded', { sessionIds: [] });
  expect(heard).toBe(1);
});

test('news of a person reaches the nodes that follow them, for as long as they do', async () => {
  const exchange = new TestExchange();
  const [one, two] = [await exchange.join(), await exchange.join()];
  const heard: string[] = [];
  two.onPerson('said', (userId, { event }) => heard.push(`${userId} ${event}`));
  const say = async (userId: string) => {
    one.tellPerson(userId, 'said', { event: 'typing', payload: [] });
    await wait(20);
  };
  await say('ann');
  await Promise.all([two.follow('ann'), two.follow('ann')]);
  await say('ann');
  await say('ben');
  two.leave('ann');
  await say('ann');
  two.leave('ann');
  await say('ann');
  expect(heard).toEqual(['ann typing', 'ann typing']);
});

test('a wire that is cut is noticed, and that it carries again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
  const exchange = new TestExchange();
  const [one] = [await exchange.join(), await exchange.join()];
  let returned = 0;
  one.onReturned(() => (returned += 1));
  const pass = async (beats: number) => {
    for (let beat = 0; beat < beats; beat += 1) {
      vi.advanceTimersByTime(2_000);
      await wait(5);
    }
  };
  await pass(4);
  expect([one.isConnected, returned]).toEqual([true, 0]);
  exchange.isCut = true;
  await pass(4);
  expect([one.isConnected, returned]).toEqual([false, 0]);
  exchange.isCut = false;
  await pass(1);
  expect([one.isConnected, returned]).toEqual([true, 1]);
  vi.useRealTimers();
});
