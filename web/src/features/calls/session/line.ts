/** How the line is now. Shares are from 0 to 1; what the browser doesn’t tell is undefined. */
export interface LineSample {
  /** Of the packets either way since the last look, the worse of both. */
  lost: number;
  /** Of what this side sends, as the other counts it; undefined where it has not said since the last look. */
  sentLost?: number | undefined;
  rttMs?: number | undefined;
  jitterMs?: number | undefined;
  /** What the browser thinks can be sent. */
  sendKbps?: number | undefined;
}

/** Bars: 3 is well, 1 is hard to talk over. */
export type LineQuality = 1 | 2 | 3;

export function rateLine({ lost, rttMs = 0, jitterMs = 0 }: LineSample): LineQuality {
  if (lost < 0.02 && rttMs < 200 && jitterMs < 30) return 3;
  return lost < 0.08 && rttMs < 400 && jitterMs < 80 ? 2 : 1;
}

export const qualityWords: Record<LineQuality, string> = {
  3: 'Good connection',
  2: 'Fair connection',
  1: 'Poor connection',
};

/** The counters of a look, for what has happened by the next. */
export interface LineCounters {
  received: number;
  lost: number;
  /** Of the newest report read, in ms. */
  at: number;
}

export const noCounters: LineCounters = { received: 0, lost: 0, at: 0 };

/** What is read of a report; its own types leave out most of it. */
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

export function readLine(
  report: Iterable<Stat>,
  before: LineCounters,
): { sample: LineSample; counters: LineCounters } {
  const stats = [...report];
  const inbound = stats.filter(({ type }) => type === 'inbound-rtp');
  const outbound = stats.filter(({ type }) => type === 'remote-inbound-rtp');
  // What is sent no more, like a picture that is paused, keeps its last report for ever.
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
  // Packets that come late count as lost first, and are taken back: then it has gone down.
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
