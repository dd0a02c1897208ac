import { expect, test } from 'vitest';
import { endingTextOf } from './endings.ts';

test.each([
  ['lost', false, 'Peer network lost'],
  // The server also reports this side as lost after it has come back.
  ['lost', true, 'Connection lost'],
  ['hung up', false, 'Peer left the call'],
  ['hung up', true, 'Peer left the call'],
  ['signed out', false, 'Peer left the call'],
  ['blocked', false, undefined],
  ['answered elsewhere', false, undefined],
] as const)('%s, own line unsteady: %s', (reason, isOwnConnection, words) => {
  expect(endingTextOf(reason, isOwnConnection)).toBe(words);
});
