import { expect, test } from 'vitest';
import { ringOf } from '../../test/support/keys.ts';
import { SecretBox } from './secret-box.ts';

const box = new SecretBox(ringOf('a secret'));
const bytes = Buffer.from('the bytes');

test('bytes open again, also on another node with the same secret', () => {
  expect(new SecretBox(ringOf('a secret')).open(box.seal(bytes, 'one'), 'one')).toEqual(bytes);
});

test('sealing twice gives different results', () => {
  expect(box.seal(bytes, 'one')).not.toEqual(box.seal(bytes, 'one'));
});

test('bytes do not open for another purpose, with another secret, or after a change', () => {
  const sealed = box.seal(bytes, 'one');
  expect(sealed.includes(bytes)).toBe(false);
  expect(() => box.open(sealed, 'two')).toThrow();
  expect(() => new SecretBox(ringOf('another')).open(sealed, 'one')).toThrow();
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index]! ^= 1;
    expect(() => box.open(changed, 'one')).toThrow();
  }
  for (const part of [sealed.subarray(1), sealed.subarray(0, 20), Buffer.alloc(0)])
    expect(() => box.open(part, 'one')).toThrow();
});
