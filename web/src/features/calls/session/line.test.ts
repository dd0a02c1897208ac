import { expect, test } from 'vitest';
import { noCounters, rateLine, readLine } from './line.ts';

test.each([
  ['all is well', { lost: 0, rttMs: 40, jitterMs: 5 }, 3],
  ['nothing is known yet', { lost: 0 }, 3],
  ['some is lost', { lost: 0.03, rttMs: 40, jitterMs: 5 }, 2],
  ['it is far', { lost: 0, rttMs: 250, jitterMs: 5 }, 2],
  ['it trembles', { lost: 0, rttMs: 40, jitterMs: 45 }, 2],
  ['much is lost', { lost: 0.08, rttMs: 40, jitterMs: 5 }, 1],
  ['it is very far', { lost: 0, rttMs: 400, jitterMs: 5 }, 1],
  ['it trembles much', { lost: 0, rttMs: 40, jitterMs: 80 }, 1],
] as const)('%s', (_, sample, bars) => {
  expect(rateLine(sample)).toBe(bars);
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

test('a report is read as what has happened since the last', () => {
  const { sample, counters } = readLine([sound, picture, pair], {
    received: 1_860,
    lost: 40,
    at: 5,
  });
  expect(counters).toEqual({ received: 2_800, lost: 100, at: 5 });
  expect(sample).toEqual({ lost: 60 / 1_000, rttMs: 80, jitterMs: 12, sendKbps: 640 });
});

test('the other side’s loss counts as ours does', () => {
  const theirs = { type: 'remote-inbound-rtp', fractionLost: 0.2, roundTripTime: 0.3 };
  expect(readLine([sound, theirs], { received: 900, lost: 20, at: 0 }).sample).toMatchObject({
    lost: 0.2,
    sentLost: 0.2,
    rttMs: 300,
    sendKbps: undefined,
  });
});

test('what the other side said before the last look is not counted again', () => {
  const theirs = { type: 'remote-inbound-rtp', fractionLost: 0.2, timestamp: 4_000 };
  const first = readLine([{ ...pair, timestamp: 5_000 }, theirs], noCounters);
  expect(first.sample).toMatchObject({ lost: 0.2, sentLost: 0.2 });
  const again = readLine([{ ...pair, timestamp: 7_000 }, theirs], first.counters);
  expect(again.sample).toMatchObject({ lost: 0, sentLost: undefined });
});

test('a pair that was not chosen says nothing, and late packets are no gain', () => {
  const other = { ...pair, nominated: false, currentRoundTripTime: 9 };
  expect(readLine([other], noCounters).sample).toEqual({
    lost: 0,
    rttMs: undefined,
    jitterMs: 0,
    sendKbps: undefined,
  });
  expect(readLine([sound], { received: 800, lost: 30, at: 0 }).sample.lost).toBe(0);
});
