import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleMedia } from '../../../../test/support/sample-media.ts';
import type { Attachment, AttachmentState } from './attachment.ts';
import { AttachmentTile } from './attachment-tile.tsx';

const picture: Attachment = {
  id: 'file',
  name: 'robin.jpg',
  kind: 'image',
  preview: 'blob:robin',
  alt: '',
  state: { step: 'ready', media: sampleMedia('robin') },
};

function render(change: Partial<Attachment> = {}, index = 0) {
  const props = { onRemove: vi.fn(), onRetry: vi.fn(), onMove: vi.fn(), onDescribe: vi.fn() };
  const item = { ...picture, ...change };
  const { user } = renderApp(<AttachmentTile item={item} index={index} of={3} {...props} />);
  return { user, ...props };
}
const inState = (state: AttachmentState) => render({ state });

test('a ready picture can be removed, moved and described', async () => {
  const { user, onRemove, onMove, onDescribe } = render({}, 1);
  screen.getByRole('img', { name: 'robin.jpg' });
  await user.click(screen.getByRole('button', { name: 'Move robin.jpg earlier' }));
  await user.click(screen.getByRole('button', { name: 'Move robin.jpg later' }));
  expect(onMove.mock.calls).toEqual([[0], [2]]);
  await user.click(screen.getByRole('button', { name: 'Add alt text of robin.jpg' }));
  expect(onDescribe).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Remove robin.jpg' }));
  expect(onRemove).toHaveBeenCalledOnce();
});

test('a described picture has its alt text, which can be edited', () => {
  render({ alt: 'A robin' });
  screen.getByRole('img', { name: 'A robin' });
  screen.getByRole('button', { name: 'Edit alt text of robin.jpg' });
});

test('an upload shows its progress and can be cancelled', async () => {
  const { user, onRemove } = inState({ step: 'uploading', progress: 0.4 });
  const ring = screen.getByRole('progressbar', { name: 'Uploading robin.jpg' });
  expect(ring.getAttribute('aria-valuenow')).toBe('40');
  await user.click(screen.getByRole('button', { name: 'Cancel upload of robin.jpg' }));
  expect(onRemove).toHaveBeenCalledOnce();
});

test('a failed upload says why and can be tried again', async () => {
  const { user, onRetry } = inState({
    step: 'failed',
    message: 'No connection.',
    canRetry: true,
  });
  expect(screen.getByRole('alert').textContent).toContain('No connection.');
  await user.click(screen.getByRole('button', { name: 'Try again to upload robin.jpg' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test('a file that can never be uploaded offers no second try', () => {
  inState({ step: 'failed', message: 'Too large.', canRetry: false });
  screen.getByRole('alert');
  expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull();
});

test.each([
  ['', 'picture'],
  ['A robin', 'A robin'],
])('a file that comes back without a name, with the alt text "%s", can be removed', (alt, name) => {
  const state = { step: 'returning', media: sampleMedia('robin') } as const;
  render({ name: '', alt, state });
  screen.getByRole('button', { name: `Remove ${name}` });
});
