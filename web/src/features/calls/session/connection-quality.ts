import * as words from '#words/calls';

/** One measurement of the connection. Shares are from 0 to 1. Values that the browser does not report are undefined. */
export interface ConnectionSample {
  /** The share of lost packets since the last sample, in the worse direction. */
  lost: number;
  /** The share of sent packets that the other side lost. Undefined without a new report since the last sample. */
  sentLost?: number | undefined;
  rttMs?: number | undefined;
  jitterMs?: number | undefined;
  /** The browser's estimate of the available bandwidth. */
  sendKbps?: number | undefined;
}

/** The number of bars: 3 is good, and 1 makes talking hard. */
export type ConnectionQuality = 1 | 2 | 3;

export function rateConnection({
  lost,
  rttMs = 0,
  jitterMs = 0,
}: ConnectionSample): ConnectionQuality {
  if (lost < 0.02 && rttMs < 200 && jitterMs < 30) return 3;
  return lost < 0.08 && rttMs < 400 && jitterMs < 80 ? 2 : 1;
}

export const qualityLabels: Record<ConnectionQuality, string> = {
  3: words.goodConnection,
  2: words.fairConnection,
  1: words.poorConnection,
};

/** The totals of a report. The next sample subtracts them. */
export interface ConnectionCounters {
  received: number;
  lost: number;
  /** The newest timestamp in the report, in ms. */
  at: number;
}

export const noCounters: ConnectionCounters = { received: 0, lost: 0, at: 0 };

/** The fields read from a report. TypeScript's own types lack most of them. */
interface Stat {
  type: string;
  timestamp?: number;
  packetsReceived?: number;
  packetsLost?: number;
  jitter?: number;
  fractionLost?: number;
  roundTripTime?: number;
  currentRoundTripTime?: number;
  availableOutgoingBitrate?: number;
  nominated?: boolean;
  state?: string;
}

export function readStats(
  report: Iterable<Stat>,
  before: ConnectionCounters,
): { sample: ConnectionSample; counters: ConnectionCounters } {
  const stats = [...report];
  const inbound = stats.filter(({ type }) => type === 'inbound-rtp');
  const outbound = stats.filter(({ type }) => type === 'remote-inbound-rtp');
  // A stream that is no longer sent, such as paused video, keeps its last report for ever.
  const said = outbound.filter(({ timestamp = Infinity }) => timestamp > before.at);
  const sentLost =
    said.length === 0 ? undefined : Math.max(...said.map(({ fractionLost = 0 }) => fractionLost));
  const pair = stats.find(
    ({ type, nominated, state }) =>
      type === 'candidate-pair' && nominated === true && state === 'succeeded',
  );
  const counters = {
    received: sum(inbound.map(({ packetsReceived = 0 }) => packetsReceived)),
    lost: sum(inbound.map(({ packetsLost = 0 }) => packetsLost)),
    at: Math.max(before.at, ...stats.map(({ timestamp = 0 }) => timestamp)),
  };
  // Late packets first count as lost and are subtracted later, so the difference can be negative.
  const lost = Math.max(0, counters.lost - before.lost);
  const received = Math.max(0, counters.received - before.received);
  const seconds =
    pair?.currentRoundTripTime ?? outbound.find((each) => each.roundTripTime)?.roundTripTime;
  return {
    counters,
    sample: {
      lost: Math.max(lost + received === 0 ? 0 : lost / (lost + received), sentLost ?? 0),
      sentLost,
      rttMs: seconds === undefined ? undefined : seconds * 1000,
      jitterMs: Math.max(0, ...inbound.map(({ jitter = 0 }) => jitter)) * 1000,
      sendKbps:
        pair?.availableOutgoingBitrate === undefined
          ? undefined
          : pair.availableOutgoingBitrate / 1000,
    },
  };
}

const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);
