import type { Media } from '@roost/contract/media';
import { expect, test } from 'vitest';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleMessage } from '../../../../test/support/sample-conversations.ts';
import { MessagePreview } from './message-preview.tsx';

const picture = { _id: 'p1', type: 'image' } as Media;

test('a preview shows the text, or a word for a picture, and who wrote it', () => {
  const of = (about: Parameters<typeof sampleMessage>[0], viewerId = 'me') => {
    const { container, unmount } = renderApp(
      <p>
        <MessagePreview message={sampleMessage(about)} viewerId={viewerId} />
      </p>,
    );
    const text = container.querySelector('p')?.textContent;
    unmount();
    return text;
  };
  expect(of({ content: ' Two\n\nlines ' })).toBe('Two lines');
  expect(of({ content: 'Hello' }, 'ann')).toBe('You: Hello');
  expect(of({ content: '', media: [picture] })).toBe('Image');
  expect(of({ content: '', media: [picture] }, 'ann')).toBe('You: Image');
  expect(of({ content: 'Look', media: [picture] })).toBe('Look');
  const call = { media: 'audio', outcome: 'missed', seconds: null } as const;
  expect(of({ content: '', kind: 'call', call }, 'ann')).toBe('Missed voice call');
});
