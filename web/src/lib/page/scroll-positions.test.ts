import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announceLogout } from '../logout.ts';
import { keepScroll, restoreScroll, saveScroll } from './scroll-positions.ts';

const place = { key: 'profile', hash: '' };
const scrollTo = vi.fn();
const stored = new Map<string, string>();
const page = new EventTarget();

beforeEach(() => {
  vi.stubGlobal('scrollTo', scrollTo);
  vi.stubGlobal('scrollY', 640);
  vi.stubGlobal('history', { scrollRestoration: 'auto' });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  announceLogout('signedOut');
  stored.clear();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

test('going back scrolls to the saved position', () => {
  saveScroll(place.key);
  restoreScroll(place, false);
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 640);
});

test('a logout clears the positions, in this page and in the storage', () => {
  const stop = keepScroll(() => 'login');
  saveScroll(place.key);
  announceLogout('signedOut');
  restoreScroll(place, true);
  page.dispatchEvent(new Event('pagehide'));
  stop();
  expect(scrollTo).not.toHaveBeenCalled();
  expect(stored.get('roost:scrolled')).toBe('[["login",640]]');
});
