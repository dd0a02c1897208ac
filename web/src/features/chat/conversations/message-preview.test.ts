import type { Media } from '@roost/contract/media';
import { expect, test } from 'vitest';
import { previewOf } from './message-preview.ts';
import { sampleMessage } from '../../../../test/support/sample-conversations.ts';

const picture = { _id: 'p1', type: 'image' } as Media;

test('a preview shows the text, or a word for a picture', () => {
  const of = (about: Parameters<typeof sampleMessage>[0]) => previewOf(sampleMessage(about));
  expect(of({ content: ' Two\n\nlines ' })).toBe('Two lines');
  expect(of({ content: '', media: [picture] })).toBe('Image');
  expect(of({ content: 'Look', media: [picture] })).toBe('Look');
  const call = { media: 'audio', outcome: 'missed', seconds: null } as const;
  expect(of({ content: '', kind: 'call', call })).toBe('Missed voice call');
});
