import { expect, test } from 'vitest';
import { noCounters, rateConnection, readStats } from './connection-quality.ts';

test.each([
  ['low loss, delay and jitter', { lost: 0, rttMs: 40, jitterMs: 5 }, 3],
  ['unknown delay and jitter', { lost: 0 }, 3],
  ['some loss', { lost: 0.03, rttMs: 40, jitterMs: 5 }, 2],
  ['long delay', { lost: 0, rttMs: 250, jitterMs: 5 }, 2],
  ['some jitter', { lost: 0, rttMs: 40, jitterMs: 45 }, 2],
  ['high loss', { lost: 0.08, rttMs: 40, jitterMs: 5 }, 1],
  ['very long delay', { lost: 0, rttMs: 400, jitterMs: 5 }, 1],
  ['high jitter', { lost: 0, rttMs: 40, jitterMs: 80 }, 1],
] as const)('%s gives the right number of bars', (_, sample, bars) => {
  expect(rateConnection(sample)).toBe(bars);
});

const sound = { type: 'inbound-rtp', packetsReceived: 900, packetsLost: 20, jitter: 0.012 };
const picture = { type: 'inbound-rtp', packetsReceived: 1_900, packetsLost: 80, jitter: 0.004 };
const pair = {
  type: 'candidate-pair',
  nominated: true,
  state: 'succeeded',
  currentRoundTripTime: 0.08,
  availableOutgoingBitrate: 640_000,
};

test('a sample covers the time since the last report', () => {
  const { sample, counters } = readStats([sound, picture, pair], {
    received: 1_860,
    lost: 40,
    at: 5,
  });
  expect(counters).toEqual({ received: 2_800, lost: 100, at: 5 });
  expect(sample).toEqual({ lost: 60 / 1_000, rttMs: 80, jitterMs: 12, sendKbps: 640 });
});

test('the loss that the other side reports counts too', () => {
  const theirs = { type: 'remote-inbound-rtp', fractionLost: 0.2, roundTripTime: 0.3 };
  expect(readStats([sound, theirs], { received: 900, lost: 20, at: 0 }).sample).toMatchObject({
    lost: 0.2,
    sentLost: 0.2,
    rttMs: 300,
    sendKbps: undefined,
  });
});

test('an old report of the other side is not counted again', () => {
  const theirs = { type: 'remote-inbound-rtp', fractionLost: 0.2, timestamp: 4_000 };
  const first = readStats([{ ...pair, timestamp: 5_000 }, theirs], noCounters);
  expect(first.sample).toMatchObject({ lost: 0.2, sentLost: 0.2 });
  const again = readStats([{ ...pair, timestamp: 7_000 }, theirs], first.counters);
  expect(again.sample).toMatchObject({ lost: 0, sentLost: undefined });
});

test('unused candidate pairs are ignored, and late packets never make loss negative', () => {
  const other = { ...pair, nominated: false, currentRoundTripTime: 9 };
  expect(readStats([other], noCounters).sample).toEqual({
    lost: 0,
    rttMs: undefined,
    jitterMs: 0,
    sendKbps: undefined,
  });
  expect(readStats([sound], { received: 800, lost: 30, at: 0 }).sample.lost).toBe(0);
});
