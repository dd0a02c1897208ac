import { pino } from 'pino';
import { v7 as newId } from 'uuid';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { TestExchange } from '../../../test/support/nodes.ts';
import { readConfig } from '../../config/config.ts';
import { defineMessage, defineQuestion } from '../../kernel/messages.ts';
import { openTraces } from '../traces/open-traces.ts';

const ids = z.array(z.uuid());
const changed = defineMessage('changed', z.object({ ids }));
const said = defineMessage('said', z.object({ text: z.string() }));
const which = defineQuestion('which', z.object({ ids }), ids.optional());

const [a, b, c] = [newId(), newId(), newId()];

test('a broadcast reaches all other nodes before it resolves', async () => {
  const exchange = new TestExchange();
  const [one, two, three] = [await exchange.join(), await exchange.join(), await exchange.join()];
  await exchange.allMet();
  const received: string[] = [];
  for (const [name, bus] of Object.entries({ one, two, three }))
    bus.onBroadcast(changed, (body) => received.push(`${name} ${body.ids.join()}`));
  await one.broadcast(changed, { ids: [a] });
  expect(received.toSorted()).toEqual([`three ${a}`, `two ${a}`]);
});

test('a broadcast waits for a lost node at most once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
  const exchange = new TestExchange();
  const [one, two] = [await exchange.join(), await exchange.join()];
  await exchange.allMet();
  const gone: string[] = [];
  one.onGone((node) => gone.push(node));
  exchange.lose(two);
  const before = Date.now();
  await one.broadcast(changed, { ids: [a] });
  expect(Date.now() - before).toBeGreaterThanOrEqual(990);
  for (let beats = 0; beats < 7; beats += 1) {
    vi.advanceTimersByTime(2_000);
    await exchange.delivered();
  }
  expect(gone).toHaveLength(1);
  const after = Date.now();
  await one.broadcast(changed, { ids: [a] });
  expect(Date.now() - after).toBeLessThan(500);
  vi.useRealTimers();
});

test('every node answers a question, and a failing listener blocks no other', async () => {
  const exchange = new TestExchange();
  const [one, two, three] = [await exchange.join(), await exchange.join(), await exchange.join()];
  await exchange.allMet();
  two.onQuestion(which, (asked) => asked.ids.slice(1));
  three.onQuestion(which, () => {
    throw new Error('broken');
  });
  const answers = await one.ask(which, { ids: [a, b, c] });
  expect(answers.map(({ answer }) => answer ?? null)).toEqual(
    expect.arrayContaining([[b, c], null]),
  );
  let received = 0;
  two.onBroadcast(changed, () => {
    throw new Error('broken');
  });
  two.onBroadcast(changed, () => (received += 1));
  await one.broadcast(changed, { ids: [] });
  expect(received).toBe(1);
});

test('a node receives messages for the people it subscribes to', async () => {
  const exchange = new TestExchange();
  const [one, two] = [await exchange.join(), await exchange.join()];
  const received: string[] = [];
  two.onPublished(said, (userId, { text }) => received.push(`${userId} ${text}`));
  await two.subscribeToPerson('sentinel');
  const say = async (userId: string) => {
    for (const each of [userId, 'sentinel']) one.publish(each, said, { text: 'typing' });
    await expect.poll(() => received.at(-1)).toBe('sentinel typing');
    received.pop();
  };
  await say('ann');
  await Promise.all([two.subscribeToPerson('ann'), two.subscribeToPerson('ann')]);
  await say('ann');
  await say('ben');
  two.unsubscribeFromPerson('ann');
  await say('ann');
  two.unsubscribeFromPerson('ann');
  await say('ann');
  expect(received).toEqual(['ann typing', 'ann typing']);
});

test('a node detects that its messages are lost, and that they arrive again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
  const exchange = new TestExchange();
  const [one] = [await exchange.join(), await exchange.join()];
  let returned = 0;
  one.onReturned(() => (returned += 1));
  const pass = async (beats: number) => {
    for (let beat = 0; beat < beats; beat += 1) {
      vi.advanceTimersByTime(2_000);
      await exchange.delivered();
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

test.each([
  ['no JSON', '{'],
  ['no object', '7'],
  ['an unknown kind', JSON.stringify({ kind: 'hello', from: a })],
  ['no sender', JSON.stringify({ kind: 'heartbeat' })],
  ['a message without its body', JSON.stringify({ kind: 'message', from: a, name: 'changed' })],
  [
    'a message with a body of another shape',
    JSON.stringify({ kind: 'message', from: a, name: 'said', body: { text: 7 } }),
  ],
  [
    'a question of another shape',
    JSON.stringify({ kind: 'question', from: a, name: 'which', question: 7, reply: b }),
  ],
])('a malformed message on the bus is logged and dropped: %s', async (_what, text) => {
  const exchange = new TestExchange();
  const lines: string[] = [];
  const one = await exchange.join({ write: (line) => void lines.push(line) });
  const received: unknown[] = [];
  one.onBroadcast(changed, (body) => received.push(body));
  one.onBroadcast(said, (body) => received.push(body));
  one.onQuestion(which, (asked) => asked.ids);
  exchange.say('roost:nodes', text);
  const two = await exchange.join();
  await expect.poll(() => one.isConnected).toBe(true);
  await expect
    .poll(async () => {
      await two.broadcast(changed, { ids: [a] });
      return received.length;
    })
    .toBeGreaterThan(0);
  expect(received[0]).toEqual({ ids: [a] });
  expect(lines.filter((line) => line.includes('message of another node dropped'))).toHaveLength(1);
});

test('a malformed answer counts as none', async () => {
  const exchange = new TestExchange();
  const [one, two, three] = [await exchange.join(), await exchange.join(), await exchange.join()];
  await exchange.allMet();
  two.onQuestion(which, () => 7 as never);
  three.onQuestion(which, (asked) => asked.ids);
  const answers = await one.ask(which, { ids: [a] });
  expect(answers.map(({ answer }) => answer)).toEqual([[a]]);
});

test('listeners at other nodes continue the trace of the sender', async () => {
  const log = pino({ level: 'silent' });
  const open = async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_SAMPLER_ARG: '0' };
    const traces = await openTraces(readConfig(env), log);
    if (!traces) throw new Error('there are no traces');
    onTestFinished(() => traces.close());
    return traces;
  };
  const [here, there] = [await open(), await open()];
  const exchange = new TestExchange();
  const [one, two] = [await exchange.join(undefined, here), await exchange.join(undefined, there)];
  await exchange.allMet();
  const traceOf = (traceparent: string | undefined) => traceparent?.split('-')[1];
  const seen: (string | undefined)[] = [];
  two.onBroadcast(changed, () => seen.push(traceOf(there.current())));
  two.onPublished(said, () => seen.push(traceOf(there.current())));
  await two.subscribeToPerson(a);
  const sent = await here.inSpan('x', { kind: 'server', parent: undefined }, async () => {
    await one.broadcast(changed, { ids: [a] });
    one.publish(a, said, { text: 'hello' });
    return traceOf(here.current());
  });
  await exchange.delivered();
  expect(sent).toMatch(/^[0-9a-f]{32}$/);
  expect(seen).toEqual([sent, sent]);
  // Outside of a span, a message has no trace.
  await one.broadcast(changed, { ids: [a] });
  expect(seen).toEqual([sent, sent, undefined]);
  expect(there.current()).toBeUndefined();
});
