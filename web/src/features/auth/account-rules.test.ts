import { fullName, newPassword, username } from '@roost/contract/auth';
import { expect, test } from 'vitest';
import { accountRules } from './account-rules.ts';

const schemas = { username, fullName, password: newPassword };

test.each([
  ['username', ['ab', 'abc', 'a b', 'über', 'a'.repeat(30), 'a'.repeat(31), '💥💥']],
  ['fullName', ['   ', 'Å', 'x'.repeat(50), 'x'.repeat(51), '👩‍👩‍👧‍👦'.repeat(20), '👩‍👩‍👧‍👦'.repeat(21)]],
  [
    'password',
    ['1234567', '12345678', '💥'.repeat(7), '💥'.repeat(8), 'x'.repeat(128), 'x'.repeat(129)],
  ],
] as const)('%s: says what the server would', (name, values) => {
  for (const value of values) {
    const { error } = schemas[name].safeParse(value);
    expect(accountRules[name]!(value), value).toBe(error?.issues[0]!.message);
  }
});
