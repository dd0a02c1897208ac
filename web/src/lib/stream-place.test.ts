import { expect, test } from 'vitest';
import { StreamPlace } from './stream-place.ts';

test('knows nothing to ask for before the server has said where the stream stands', () => {
  const place = new StreamPlace();
  expect(place.since).toBeUndefined();
  place.start(7);
  expect(place.since).toBe(7);
});

test('lets each event through once, in whatever numbers they come', () => {
  const place = new StreamPlace();
  place.start(3);
  expect(place.isNew('newNotification', 4)).toBe(true);
  expect(place.isNew('newNotification', 6)).toBe(true);
  expect(place.isNew('newNotification', 5)).toBe(false);
  expect(place.isNew('newNotification', 3)).toBe(false);
});

test('several events of one number are several', () => {
  const place = new StreamPlace();
  place.start(0);
  expect(['a', 'b', 'a'].map((name) => place.isNew(name, 1))).toEqual([true, true, true]);
});

test('a break between the events of one number loses none and repeats none', () => {
  const place = new StreamPlace();
  place.start(0);
  place.isNew('a', 1);
  place.isNew('a', 2);
  expect(place.since).toBe(1);
  place.connected();
  expect(place.isNew('a', 2)).toBe(false);
  expect(place.isNew('b', 2)).toBe(true);
  place.connected();
  expect(['a', 'b', 'b'].map((name) => place.isNew(name, 2))).toEqual([false, false, true]);
  expect(place.isNew('a', 3)).toBe(true);
});

test('never asks for less than nothing', () => {
  const place = new StreamPlace();
  place.isNew('a', 0);
  expect(place.since).toBe(0);
});

test('begins anew where the server says so, also further back', () => {
  const place = new StreamPlace();
  place.isNew('a', 900);
  place.start(2);
  expect(place.since).toBe(2);
  expect(place.isNew('a', 3)).toBe(true);
});
