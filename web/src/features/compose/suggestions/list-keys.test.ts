import { expect, test } from 'vitest';
import { effectOfKey } from './list-keys.ts';

test('arrows wrap around, and Enter and Tab accept the selected option', () => {
  expect(effectOfKey('ArrowDown', { count: 3, index: 0 })).toEqual({ index: 1 });
  expect(effectOfKey('ArrowDown', { count: 3, index: 2 })).toEqual({ index: 0 });
  expect(effectOfKey('ArrowUp', { count: 3, index: 0 })).toEqual({ index: 2 });
  expect(effectOfKey('Enter', { count: 3, index: 1 })).toBe('take');
  expect(effectOfKey('Tab', { count: 3, index: 1 })).toBe('take');
  expect(effectOfKey('a', { count: 3, index: 1 })).toBeNull();
});

test('without a selected option, the list handles only the arrows', () => {
  expect(effectOfKey('ArrowDown', { count: 3, index: -1 })).toEqual({ index: 0 });
  expect(effectOfKey('ArrowUp', { count: 3, index: -1 })).toEqual({ index: 2 });
  expect(effectOfKey('Enter', { count: 3, index: -1 })).toBeNull();
  expect(effectOfKey('Tab', { count: 3, index: -1 })).toBeNull();
});

test('an outdated list handles no key', () => {
  for (const key of ['ArrowDown', 'ArrowUp', 'Enter', 'Tab'])
    expect(effectOfKey(key, { count: 0, index: -1 })).toBeNull();
});
