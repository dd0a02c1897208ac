import { accountLimits } from '@roost/contract/limits';
import { lengthOf } from '@roost/contract/text';

type Rule = (value: string) => string | undefined;
const { username, fullName, password } = accountLimits;

/** What the server will ask of a new account, said before it is asked. The test holds them against the contract. */
export const accountRules: Record<string, Rule> = {
  username: (value) =>
    outside([...value].length, username) ??
    (/^[A-Za-z0-9_]+$/.test(value) ? undefined : 'Use letters, digits and underscores only.'),
  fullName: (value) =>
    value.trim() === '' ? 'Enter your name.' : outside(lengthOf(value), { max: fullName.max }),
  password: (value) => outside([...value].length, password),
};

function outside(length: number, { min = 0, max }: { min?: number; max: number }) {
  if (length < min) return `Use at least ${min} characters.`;
  return length > max ? `Use at most ${max} characters.` : undefined;
}
