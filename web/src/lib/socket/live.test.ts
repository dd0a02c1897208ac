import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { hear, onLive, onMissed } from './live.ts';
import { EventLogPosition } from './event-log-position.ts';

const client = new QueryClient();
const heard = vi.fn();
const missed = vi.fn();
onLive('notificationsChanged', (_, { unreadCount }) => heard(unreadCount));
onLive('getOnlineUsers', (_, ids) => heard(ids));
onMissed(missed);
beforeEach(() => vi.clearAllMocks());

const changed = (position: EventLogPosition, unreadCount: number, seq: number) =>
  hear(client, position, 'notificationsChanged', { unreadCount, seq });

test('an event from the log arrives once, any other event every time', () => {
  const position = new EventLogPosition();
  changed(position, 1, 5);
  position.connected();
  changed(position, 1, 5);
  changed(position, 2, 6);
  hear(client, position, 'getOnlineUsers', ['a']);
  hear(client, position, 'getOnlineUsers', ['a']);
  hear(client, position, 'nobodyListens', {});
  expect(heard.mock.calls.flat()).toEqual([1, 2, ['a'], ['a']]);
});

test('a start and a reset set the position and call the onMissed handlers', () => {
  const position = new EventLogPosition();
  hear(client, position, 'streamStart', { seq: 9 });
  hear(client, position, 'streamReset', { seq: 4 });
  expect(missed).toHaveBeenCalledTimes(2);
  expect(position.since).toBe(4);
});

test('a failing handler is reported, and the others still run', () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  onLive('mediaReady', () => {
    throw new Error('broken');
  });
  const after = vi.fn();
  onLive('mediaReady', after);
  hear(client, new EventLogPosition(), 'mediaReady', {});
  expect(report).toHaveBeenCalledOnce();
  expect(after).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
