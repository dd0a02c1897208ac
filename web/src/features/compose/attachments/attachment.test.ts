import type { Media } from '@roost/contract/media';
import { expect, test } from 'vitest';
import { advance, moved, type AttachmentEvent, type AttachmentState } from './attachment.ts';

const media: Media = {
  _id: 'm',
  url: 'http://localhost/m',
  type: 'image',
  status: 'ready',
  width: 1,
  height: 1,
  alt: '',
  placeholder: '',
};

function after(...events: AttachmentEvent[]): AttachmentState {
  return events.reduce<AttachmentState>(advance, { step: 'preparing' });
}

test('a file is prepared, then uploaded, then ready', () => {
  expect(after({ type: 'prepared' })).toEqual({ step: 'uploading', progress: 0 });
  const half = { type: 'moved', progress: 0.5 } as const;
  expect(after({ type: 'prepared' }, half)).toEqual({ step: 'uploading', progress: 0.5 });
  expect(after({ type: 'prepared' }, half, { type: 'uploaded', media })).toMatchObject({
    step: 'ready',
    media: { _id: 'm' },
  });
});

test('progress never decreases', () => {
  const state = after(
    { type: 'prepared' },
    { type: 'moved', progress: 0.6 },
    { type: 'moved', progress: 0.2 },
  );
  expect(state).toEqual({ step: 'uploading', progress: 0.6 });
});

test('a failed upload restarts on retry, unless it can never succeed', () => {
  const lost = { type: 'failed', message: 'Gone', canRetry: true } as const;
  expect(after(lost, { type: 'retried' })).toEqual({ step: 'preparing' });
  const useless = { ...lost, canRetry: false };
  expect(after(useless, { type: 'retried' })).toMatchObject({ step: 'failed' });
});

test('late events change nothing', () => {
  const ready = after({ type: 'prepared' }, { type: 'uploaded', media });
  expect(advance(ready, { type: 'moved', progress: 0.9 })).toBe(ready);
  expect(advance(ready, { type: 'failed', message: '', canRetry: true })).toBe(ready);
});

test('moving stays within the list', () => {
  const items = ['a', 'b', 'c'].map((id) => ({ id }));
  const names = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('');
  expect(names(moved(items, 'a', 1))).toBe('bac');
  expect(names(moved(items, 'c', 0))).toBe('cab');
  expect(moved(items, 'a', -1)).toBe(items);
  expect(names(moved(items, 'b', 9))).toBe('acb');
});
