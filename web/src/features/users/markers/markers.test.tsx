import { AppError } from '@roost/contract/errors';
import { setMarkers, type Markers } from '@roost/contract/markers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { announceLogout } from '../../../lib/logout.ts';
import { foreignMarker, noteMarker } from './markers.ts';

const WRITE_EVERY_MS = 10_000;
const none: Markers = { following: null, notifications: null };
const following = (postId: string, at: string): Markers => ({ ...none, following: { postId, at } });
const [one, two, three] = [sampleId('one'), sampleId('two'), sampleId('three')];

const answerWrites = () => server.answer(setMarkers, () => success({ markers: none }));
let written: ReturnType<typeof answerWrites>;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-04T10:00:00.000Z') });
  written = answerWrites();
});
afterEach(() => {
  announceLogout('signedOut');
  vi.useRealTimers();
});

const bodies = () => written.mock.calls.map(([{ body }]) => body);

test('positions of ten seconds are one write, which has the last of each list', async () => {
  noteMarker('following', one);
  noteMarker('notifications', two);
  await vi.advanceTimersByTimeAsync(WRITE_EVERY_MS - 1);
  noteMarker('following', three);
  expect(written).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(bodies()).toEqual([
    {
      following: { postId: three, at: '2026-03-04T10:00:09.999Z' },
      notifications: { _id: two, at: '2026-03-04T10:00:00.000Z' },
    },
  ]);
  await vi.advanceTimersByTimeAsync(10 * WRITE_EVERY_MS);
  expect(written).toHaveBeenCalledOnce();
});

test('the page sends what waits when it hides', async () => {
  noteMarker('following', one);
  dispatchEvent(new Event('pagehide'));
  await vi.advanceTimersByTimeAsync(0);
  expect(written).toHaveBeenCalledOnce();
});

test('a logout drops what waits', async () => {
  noteMarker('following', one);
  announceLogout('signedOut');
  await vi.advanceTimersByTimeAsync(2 * WRITE_EVERY_MS);
  expect(written).not.toHaveBeenCalled();
});

test('a write that fails after a logout does not come back for the next person', async () => {
  const answer = Promise.withResolvers<never>();
  written = server.answer(setMarkers, async () => answer.promise);
  noteMarker('following', one);
  await vi.advanceTimersByTimeAsync(WRITE_EVERY_MS);
  expect(written).toHaveBeenCalledOnce();
  announceLogout('signedOut');
  answer.reject(new AppError('unavailable'));
  await vi.advanceTimersByTimeAsync(0);
  written = answerWrites();
  dispatchEvent(new Event('pagehide'));
  noteMarker('notifications', two);
  await vi.advanceTimersByTimeAsync(WRITE_EVERY_MS);
  expect(bodies().map(({ following: position }) => position)).toEqual([undefined]);
});

test('only a newer position of another device is foreign', () => {
  expect(foreignMarker(none, 'following')).toBeUndefined();
  // This tab has noted nothing yet.
  expect(foreignMarker(following(one, '2026-03-01T00:00:00.000Z'), 'following')).toBe(one);
  noteMarker('following', two);
  expect(foreignMarker(following(one, '2026-03-04T09:59:59.000Z'), 'following')).toBeUndefined();
  expect(foreignMarker(following(one, '2026-03-04T10:00:01.000Z'), 'following')).toBe(one);
  expect(foreignMarker(following(two, '2026-03-04T10:00:01.000Z'), 'following')).toBeUndefined();
});
