import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { hear, onLive, onMissed } from './live.ts';
import { StreamPlace } from './stream-place.ts';

const client = new QueryClient();
const heard = vi.fn();
const missed = vi.fn();
onLive('notificationsChanged', (_, { unreadCount }) => heard(unreadCount));
onLive('getOnlineUsers', (_, ids) => heard(ids));
onMissed(missed);
beforeEach(() => vi.clearAllMocks());

const changed = (place: StreamPlace, unreadCount: number, seq: number) =>
  hear(client, place, 'notificationsChanged', { unreadCount, seq });

test('what is stored is heard once, what is not every time', () => {
  const place = new StreamPlace();
  changed(place, 1, 5);
  place.connected();
  changed(place, 1, 5);
  changed(place, 2, 6);
  hear(client, place, 'getOnlineUsers', ['a']);
  hear(client, place, 'getOnlineUsers', ['a']);
  hear(client, place, 'nobodyListens', {});
  expect(heard.mock.calls.flat()).toEqual([1, 2, ['a'], ['a']]);
});

test('a start and a reset say that something may have been missed, and set the place', () => {
  const place = new StreamPlace();
  hear(client, place, 'streamStart', { seq: 9 });
  hear(client, place, 'streamReset', { seq: 4 });
  expect(missed).toHaveBeenCalledTimes(2);
  expect(place.since).toBe(4);
});

test('one that fails is told of, and keeps nobody else from hearing', () => {
  const told = vi.fn();
  vi.stubGlobal('reportError', told);
  onLive('mediaReady', () => {
    throw new Error('broken');
  });
  const after = vi.fn();
  onLive('mediaReady', after);
  hear(client, new StreamPlace(), 'mediaReady', {});
  expect(told).toHaveBeenCalledOnce();
  expect(after).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
