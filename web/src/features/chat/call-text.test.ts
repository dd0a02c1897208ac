import { expect, test } from 'vitest';
import { callText } from './call-text.ts';

test.each([
  ['audio', 'missed', null, 'Missed voice call'],
  ['video', 'missed', null, 'Missed video call'],
  ['audio', 'declined', null, 'Declined voice call'],
  ['video', 'declined', null, 'Declined video call'],
  ['audio', 'answered', 12, 'Voice call, 12 s'],
  ['audio', 'answered', 192, 'Voice call, 3 min 12 s'],
  ['video', 'answered', 3725, 'Video call, 1 h 2 min'],
] as const)('an ended %s call, %s, %s s: %s', (media, outcome, seconds, text) => {
  expect(callText({ media, outcome, seconds })).toBe(text);
});
