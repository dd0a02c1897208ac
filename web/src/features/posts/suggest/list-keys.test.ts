import { expect, test } from 'vitest';
import { answerTo } from './list-keys.ts';

test('the arrows go round; Enter and Tab take what is selected', () => {
  expect(answerTo('ArrowDown', { count: 3, index: 0 })).toEqual({ index: 1 });
  expect(answerTo('ArrowDown', { count: 3, index: 2 })).toEqual({ index: 0 });
  expect(answerTo('ArrowUp', { count: 3, index: 0 })).toEqual({ index: 2 });
  expect(answerTo('Enter', { count: 3, index: 1 })).toBe('take');
  expect(answerTo('Tab', { count: 3, index: 1 })).toBe('take');
  expect(answerTo('a', { count: 3, index: 1 })).toBeNull();
});

test('with nothing selected only the arrows are for the list', () => {
  expect(answerTo('ArrowDown', { count: 3, index: -1 })).toEqual({ index: 0 });
  expect(answerTo('ArrowUp', { count: 3, index: -1 })).toEqual({ index: 2 });
  expect(answerTo('Enter', { count: 3, index: -1 })).toBeNull();
  expect(answerTo('Tab', { count: 3, index: -1 })).toBeNull();
});

test('a list that does not fit what is typed takes no key', () => {
  for (const key of ['ArrowDown', 'ArrowUp', 'Enter', 'Tab'])
    expect(answerTo(key, { count: 0, index: -1 })).toBeNull();
});
