import { setMarkers } from '@roost/contract/markers';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { announceLogout } from '../../../lib/logout.ts';
import { storedOwnPosition } from './markers.ts';
import { useReadingPosition } from './use-reading-position.ts';

/** Longer than the page needs to be at rest, and than scrolling by hand lasts after an input. */
const LATER_MS = 3_000;
const row = document.createElement('p');
const button = document.createElement('button');

beforeEach(() => {
  vi.useFakeTimers();
  server.answer(setMarkers, () => success({ markers: { following: null, notifications: null } }));
  document.body.append(row, button);
  row.getBoundingClientRect = () => new DOMRect(0, 0, 600, 400);
  ({ unmount } = renderHook(() =>
    useReadingPosition('following', 'p', ({ dataset: { post } }) => post),
  ));
});
let unmount: () => void;
afterEach(() => {
  row.remove();
  button.remove();
  announceLogout('signedOut');
  vi.useRealTimers();
});

const names = ['one', 'two', 'three', 'four', 'five', 'six'];
const nameOfPosition = () =>
  names.find((name) => sampleId(name) === storedOwnPosition('following')?.id);

/** The page scrolls until this post is the topmost. Returns the position that the tab has then noted. */
function positionAfter(post: string, ...inputs: (() => unknown)[]): string | undefined {
  for (const input of inputs) input();
  row.dataset['post'] = sampleId(post);
  dispatchEvent(new Event('scroll'));
  vi.advanceTimersByTime(LATER_MS);
  return nameOfPosition();
}

const wheel = () => dispatchEvent(new WheelEvent('wheel'));
const press = () => button.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
const key = (name: string, target: EventTarget = document.body) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));

test('scrolling by the page itself is no reading, also after a person has scrolled', () => {
  expect(positionAfter('one')).toBeUndefined();
  expect(positionAfter('two', wheel)).toBe('two');
  expect(positionAfter('three')).toBe('two');
  expect(positionAfter('four', press)).toBe('two');
  expect(positionAfter('five', () => key('.'))).toBe('two');
  expect(positionAfter('six', wheel)).toBe('six');
});

test('momentum goes on longer than its input', () => {
  wheel();
  for (let n = 0; n < 5; n += 1) {
    row.dataset['post'] = sampleId(`row ${n}`);
    dispatchEvent(new Event('scroll'));
    vi.advanceTimersByTime(500);
  }
  expect(storedOwnPosition('following')?.id).toBe(sampleId('row 4'));
});

test('keys and the scrollbar scroll, and keys in a text box do not', () => {
  expect(positionAfter('one', () => key('PageDown'))).toBe('one');
  const box = document.createElement('textarea');
  document.body.append(box);
  expect(positionAfter('two', () => key('ArrowDown', box))).toBe('one');
  box.remove();
  const onScrollbar = () =>
    document.documentElement.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
  expect(positionAfter('three', onScrollbar)).toBe('three');
});

test.each([
  ['hides', () => dispatchEvent(new Event('pagehide'))],
  ['leads to another page', () => unmount()],
])('a page that %s before the scrolling has ended notes how far it came', (_, leave) => {
  expect(positionAfter('one', wheel)).toBe('one');
  wheel();
  row.dataset['post'] = sampleId('two');
  dispatchEvent(new Event('scroll'));
  vi.advanceTimersByTime(50);
  leave();
  expect(nameOfPosition()).toBe('two');
});
