import { beforeEach, expect, test, vi } from 'vitest';
import {
  clearAllSearches,
  clearSearches,
  forgetSearch,
  MAX_RECENT_SEARCHES,
  rememberSearch,
} from './recent-searches.ts';

beforeEach(() => {
  const storage = {};
  Object.defineProperties(storage, {
    getItem: { value: (key: string) => Reflect.get(storage, key) ?? null },
    setItem: { value: (key: string, value: string) => Reflect.set(storage, key, value) },
    removeItem: { value: (key: string) => Reflect.deleteProperty(storage, key) },
  });
  vi.stubGlobal('localStorage', storage);
});

const KEY = 'roost:searches:mara';
const kept = (): unknown => JSON.parse(localStorage.getItem(KEY) ?? '[]');

test('the newest search comes first, and the oldest drops out', () => {
  for (let number = 0; number <= MAX_RECENT_SEARCHES; number += 1)
    rememberSearch('mara', `search ${number}`);
  const numbers = Array.from(
    { length: MAX_RECENT_SEARCHES },
    (_, index) => MAX_RECENT_SEARCHES - index,
  );
  expect(kept()).toEqual(numbers.map((number) => `search ${number}`));
});

test('a repeated search moves to the front, with its new case', () => {
  for (const text of ['frost', 'snow', 'Frost']) rememberSearch('mara', text);
  expect(kept()).toEqual(['Frost', 'snow']);
});

test('removes one search or all of a member, and nobody else’s', () => {
  for (const text of ['frost', 'snow']) rememberSearch('mara', text);
  rememberSearch('theo', 'rain');
  forgetSearch('mara', 'frost');
  expect(kept()).toEqual(['snow']);
  clearSearches('mara');
  expect(Object.keys(localStorage)).toEqual(['roost:searches:theo']);
});

test('a logout clears the searches of all members, and no other data', () => {
  localStorage.setItem('theme', 'dark');
  rememberSearch('mara', 'frost');
  rememberSearch('theo', 'rain');
  clearAllSearches();
  expect(Object.keys(localStorage)).toEqual(['theme']);
});

test.each(['not JSON', '{}', '[1, null, ""]'])('%s in storage is no search', (stored) => {
  localStorage.setItem(KEY, stored);
  rememberSearch('mara', 'frost');
  expect(kept()).toEqual(['frost']);
});

test('a browser that refuses storage keeps nothing, without an error', () => {
  vi.stubGlobal('localStorage', undefined);
  rememberSearch('mara', 'frost');
  clearAllSearches();
});
