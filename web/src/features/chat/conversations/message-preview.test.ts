import type { Media } from '@roost/contract/media';
import { expect, test } from 'vitest';
import { previewOf } from './message-preview.ts';
import { sampleMessage } from './sample-conversations.ts';

const picture = { _id: 'p1', type: 'image' } as Media;

test('what a list says of the last message', () => {
  const of = (about: Parameters<typeof sampleMessage>[0], viewerId = 'me') =>
    previewOf(sampleMessage(about), viewerId);
  expect(of({ content: ' Two\n\nlines ' })).toBe('Two lines');
  expect(of({ content: 'Hello' }, 'ann')).toBe('You: Hello');
  expect(of({ content: '', media: [picture] })).toBe('Image');
  expect(of({ content: '', media: [picture] }, 'ann')).toBe('You: Image');
  expect(of({ content: 'Look', media: [picture] })).toBe('Look');
  expect(of({ content: 'Missed call', kind: 'call' }, 'ann')).toBe('Missed call');
  expect(previewOf(null, 'me')).toBe('');
});
