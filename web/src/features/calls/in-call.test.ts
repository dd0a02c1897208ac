import { expect, test } from 'vitest';
import { nextInCall, type InCallEvent, type InCallStatus } from './in-call.ts';

const runs: [name: string, events: InCallEvent[], statuses: InCallStatus[]][] = [
  [
    'the caller',
    ['prepared', 'offered', 'described', 'connected'],
    ['ready', 'calling', 'connecting', 'connected'],
  ],
  ['the called side', ['prepared', 'described', 'connected'], ['ready', 'connecting', 'connected']],
  [
    'a lost connection that recovers by a new offer',
    ['prepared', 'described', 'connected', 'interrupted', 'offered', 'described', 'connected'],
    ['ready', 'connecting', 'connected', 'connecting', 'connecting', 'connecting', 'connected'],
  ],
  [
    'a new offer while connected',
    ['prepared', 'described', 'connected', 'offered', 'described'],
    ['ready', 'connecting', 'connected', 'connected', 'connected'],
  ],
  [
    'events that are not possible yet',
    ['connected', 'described', 'offered', 'interrupted'],
    ['initializing', 'initializing', 'initializing', 'initializing'],
  ],
];

test.each(runs)('%s', (_, events, statuses) => {
  let status: InCallStatus = 'initializing';
  expect(events.map((event) => (status = nextInCall(status, event)))).toEqual(statuses);
});

test('each status can fail or end, and both are final', () => {
  for (const status of ['initializing', 'ready', 'calling', 'connecting', 'connected'] as const)
    for (const end of ['failed', 'ended'] as const) {
      expect(nextInCall(status, end)).toBe(end);
      for (const event of [
        'prepared',
        'offered',
        'described',
        'connected',
        'interrupted',
        'failed',
        'ended',
      ] as const)
        expect(nextInCall(end, event)).toBe(end);
    }
});
