import { expect, test } from 'vitest';
import { EventLogPosition } from './event-log-position.ts';

test('there is no `since` before the server has sent the position of the log', () => {
  const position = new EventLogPosition();
  expect(position.since).toBeUndefined();
  position.start(7);
  expect(position.since).toBe(7);
});

test('each event is new once, also after a gap, and an older number is never new', () => {
  const position = new EventLogPosition();
  position.start(3);
  expect(position.accept('newNotification', 4)).toBe(true);
  expect(position.accept('newNotification', 6)).toBe(true);
  expect(position.accept('newNotification', 5)).toBe(false);
  expect(position.accept('newNotification', 3)).toBe(false);
});

test('several events can have one number', () => {
  const position = new EventLogPosition();
  position.start(0);
  expect(['a', 'b', 'a'].map((name) => position.accept(name, 1))).toEqual([true, true, true]);
});

test('a break between the events of one number neither loses nor repeats an event', () => {
  const position = new EventLogPosition();
  position.start(0);
  position.accept('a', 1);
  position.accept('a', 2);
  expect(position.since).toBe(1);
  position.connected();
  expect(position.accept('a', 2)).toBe(false);
  expect(position.accept('b', 2)).toBe(true);
  position.connected();
  expect(['a', 'b', 'b'].map((name) => position.accept(name, 2))).toEqual([false, false, true]);
  expect(position.accept('a', 3)).toBe(true);
});

test('`since` is never negative', () => {
  const position = new EventLogPosition();
  position.accept('a', 0);
  expect(position.since).toBe(0);
});

test('the server can set the position back', () => {
  const position = new EventLogPosition();
  position.accept('a', 900);
  position.start(2);
  expect(position.since).toBe(2);
  expect(position.accept('a', 3)).toBe(true);
});
