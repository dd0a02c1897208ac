import { expect, test } from 'vitest';
import { guessability } from './guess-password.ts';

test.each(['password', 'password1', 'Password', 'qwertyuiop', 'iloveyou', 'football', '12345678'])(
  '%s is among the first to be tried',
  (password) => {
    expect(guessability(password, [])).toBe(0);
  },
);

test('the person’s own words make a password weak, and a phrase is strong', () => {
  expect(guessability('alvarado', ['ines', 'alvarado'])).toBeLessThan(2);
  expect(guessability('heron-lamp-4713-plum', [])).toBe(4);
  expect(guessability('x9$Kq', [])).toBeLessThan(2);
});
