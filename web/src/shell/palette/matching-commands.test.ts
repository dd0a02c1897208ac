import { expect, test } from 'vitest';
import { matchingCommands } from './matching-commands.ts';

const commands = [
  { label: 'Home' },
  { label: 'Settings: Privacy' },
  { label: 'Privacy' },
  { label: 'Log out', also: 'sign out logout' },
  { label: 'Über uns' },
];

test.each([
  ['ho', ['Home']],
  ['PRIV', ['Privacy', 'Settings: Privacy']],
  ['set priv', ['Settings: Privacy']],
  ['sign o', ['Log out']],
  ['logout', ['Log out']],
  ['uber', ['Über uns']],
  ['ome', []],
  ['home privacy', []],
  ['?!', []],
])('%s finds %j', (text, labels) => {
  expect(matchingCommands(commands, text).map(({ label }) => label)).toEqual(labels);
});
