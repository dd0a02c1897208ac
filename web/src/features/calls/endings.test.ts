import { expect, test } from 'vitest';
import { wordsOfEnding } from './endings.ts';

test.each([
  ['lost', false, 'Peer network lost'],
  // The server counts this side as lost, too, and says so when it is back.
  ['lost', true, 'Connection lost'],
  ['hung up', false, 'Peer left the call'],
  ['hung up', true, 'Peer left the call'],
  ['signed out', false, 'Peer left the call'],
  ['blocked', false, undefined],
  ['answered elsewhere', false, undefined],
] as const)('%s, own line unsteady: %s', (reason, isOwnLine, words) => {
  expect(wordsOfEnding(reason, isOwnLine)).toBe(words);
});
