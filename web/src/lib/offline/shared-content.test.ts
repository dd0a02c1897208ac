import { expect, test } from 'vitest';
import { joinShared } from './shared-content.ts';

test.each([
  [['A bird', 'Look at it', 'https://birds.example'], 'A bird\nLook at it\nhttps://birds.example'],
  [['', ' Look at it ', ''], 'Look at it'],
  // Android puts the address into the text.
  [
    ['A bird', 'Look: https://birds.example', 'https://birds.example'],
    'A bird\nLook: https://birds.example',
  ],
  [['https://birds.example', '', 'https://birds.example'], 'https://birds.example'],
  [['', '', ''], ''],
])('the shared parts %j become one text without repetitions', (parts, text) => {
  expect(joinShared(parts)).toBe(text);
});
