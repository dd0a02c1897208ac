import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announceLogout } from '../logout.ts';
import { keepScroll, lastKeyAt, restoreScroll, saveScroll } from './scroll-positions.ts';

const entry = { search: '', hash: '', state: null, number: 0 };
const profile = { ...entry, key: 'profile', pathname: '/profile' };
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
  saveScroll(profile);
  restoreScroll(profile, false);
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 640);
});

test('a logout clears the positions, in this page and in the storage', () => {
  const stop = keepScroll(() => ({ ...entry, key: 'login', pathname: '/elsewhere' }));
  saveScroll(profile);
  announceLogout('signedOut');
  restoreScroll(profile, true);
  page.dispatchEvent(new Event('pagehide'));
  stop();
  expect(scrollTo).not.toHaveBeenCalled();
  expect(stored.get('roost:scrolled')).toBe('[["login",640,"/elsewhere"]]');
});

test('a page that is left after a logout keeps no position for the next person', () => {
  restoreScroll(profile, false);
  saveScroll(profile);
  expect(lastKeyAt('/profile')).toBe('profile');
  announceLogout('expired');
  saveScroll(profile);
  expect(lastKeyAt('/profile')).toBeUndefined();
  restoreScroll({ key: 'next', hash: '' }, false);
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
});
