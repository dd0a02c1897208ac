import { expect, test } from 'vitest';
import { singleKeyOf } from './single-keys.ts';

const modifiers = { ctrlKey: false, altKey: false, metaKey: false, shiftKey: false };
const keyOf = (key: string, change: Partial<typeof modifiers> = {}) =>
  singleKeyOf({ key, ...modifiers, ...change } as KeyboardEvent);

test.each([
  ['j', 'j'],
  // Caps Lock.
  ['J', 'j'],
  ['Enter', 'Enter'],
  ['о', 'о'],
])('the key %s is %s', (key, name) => {
  expect(keyOf(key)).toBe(name);
});

test('signs may need Shift, as on many layouts, and letters do not', () => {
  expect(['?', '/', '.'].map((key) => keyOf(key, { shiftKey: true }))).toEqual(['?', '/', '.']);
  expect(keyOf('J', { shiftKey: true })).toBeUndefined();
});

test.each(['ctrlKey', 'altKey', 'metaKey'] as const)('with %s it is no single key', (modifier) => {
  for (const key of ['j', '?', 'Enter']) expect(keyOf(key, { [modifier]: true })).toBeUndefined();
});
