import * as words from '#words/auth';
import { accountLimits } from '@roost/contract/limits';
import { lengthOf, trimText } from '@roost/contract/text/text';

type Rule = (value: string) => string | undefined;
const { username, fullName, password } = accountLimits;

/** The server's rules for a new account, which the form checks first. The test compares them with the contract. */
export const accountRules: Record<string, Rule> = {
  username: (value) =>
    outside([...value].length, username) ??
    (/^[A-Za-z0-9_]+$/.test(value) ? undefined : words.useLettersDigitsAndUnderscores),
  fullName: (value) =>
    trimText(value) === '' ? words.enterYourName : outside(lengthOf(value), { max: fullName.max }),
  password: (value) => outside([...value].length, password),
};

function outside(length: number, { min = 0, max }: { min?: number; max: number }) {
  if (length < min) return words.useAtLeastCharacters({ min });
  return length > max ? words.useAtMostCharacters({ max }) : undefined;
}
