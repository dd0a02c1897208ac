import { expect, test } from 'vitest';
import { ApiError, tooLate, unreachable } from '../../../lib/api/api-error.ts';
import type { Attachment, AttachmentState } from '../attachments/attachment.ts';
import { fromStored } from '../attachments/attachments.ts';
import {
  hasSendablePart,
  merged,
  decideRetry,
  decideUpload,
  storedForm,
  localMedia,
  nextToSend,
  parseOutbox,
  type OutboxItem,
} from './outbox-rules.ts';

function queued(clientId: string, change: Partial<OutboxItem> = {}): OutboxItem {
  return {
    clientId,
    kind: 'message',
    lane: 'c',
    content: `Text of ${clientId}`,
    media: [],
    createdAt: '2026-03-04T10:00:00.000Z',
    ...change,
  };
}

const refusal = (status: number, code: string) => new ApiError('No.', { status, code });

test('the oldest item of a lane is next; refused ones are skipped', () => {
  const items = [
    queued('other', { lane: 'd' }),
    queued('refused', { problem: 'No.' }),
    queued('first'),
    queued('second'),
  ];
  expect(nextToSend(items, 'c')?.clientId).toBe('first');
  expect(nextToSend(items, 'e')).toBeUndefined();
});

test('an item with unfinished uploads blocks only its lane', () => {
  const items = [
    queued('waits', { filesLeft: 1 }),
    queued('after'),
    queued('other', { lane: 'd' }),
  ];
  expect(nextToSend(items, 'c')).toBeUndefined();
  expect(nextToSend(items, 'd')?.clientId).toBe('other');
  const [waits, ...rest] = items as [OutboxItem, ...OutboxItem[]];
  expect(nextToSend([{ ...waits, filesLeft: 0 }, ...rest], 'c')?.clientId).toBe('waits');
  expect(nextToSend([{ ...waits, problem: 'No.' }, ...rest], 'c')?.clientId).toBe('after');
});

const media = {
  _id: 'p',
  url: 'https://roost.example/p',
  type: 'image',
  status: 'ready',
  width: 4,
  height: 3,
  alt: '',
  placeholder: '',
} as const;
const up: AttachmentState = { step: 'uploading', progress: 0.5 };
const done: AttachmentState = { step: 'ready', media };
const unfit: AttachmentState = { step: 'failed', message: 'Too large.', canRetry: false };
const refused: AttachmentState = { step: 'failed', message: 'No room.', canRetry: true };
const temporary: AttachmentState = { ...refused, message: 'Out of reach.', isTemporary: true };
const online = { tries: 0, isConnected: true };

test('a message is ready when all its pictures are uploaded', () => {
  expect(decideUpload([done, up], online)).toEqual({ type: 'uploading' });
  expect(decideUpload([done, done], online)).toEqual({ type: 'ready' });
});

test('a refused picture fails the message; an unusable one also marks it unfit', () => {
  expect(decideUpload([up, refused], online)).toEqual({
    type: 'failed',
    problem: 'No room.',
    isUnfit: false,
  });
  expect(decideUpload([refused, unfit], online)).toEqual({
    type: 'failed',
    problem: 'Too large.',
    isUnfit: true,
  });
});

test('an unanswered upload is retried with growing delays, then fails', () => {
  expect(decideUpload([temporary], online)).toEqual({ type: 'later', inMs: 1000 });
  expect(decideUpload([temporary], { ...online, tries: 2 })).toEqual({
    type: 'later',
    inMs: 4000,
  });
  expect(decideUpload([temporary], { ...online, tries: 5 })).toMatchObject({ type: 'failed' });
  // Without a connection, attempts are not limited.
  expect(decideUpload([temporary], { tries: 5, isConnected: false }).type).toBe('later');
});

const file: Attachment = {
  id: 'f',
  name: 'f.png',
  kind: 'image',
  preview: 'blob:f',
  alt: 'a bird',
  state: up,
};
const uploaded: Attachment = { ...file, id: 'p', preview: media.url, state: done };

test('after a reload the item has its uploaded files, and knows those that are left', () => {
  const item = queued('a', { media: [media, localMedia(file)], filesLeft: 1 });
  const [again] = parseOutbox([storedForm(item, [uploaded, file])]);
  expect(again).toEqual({
    ...item,
    media: [media],
    files: [
      { id: 'p', name: 'f.png', alt: 'a bird', kind: 'image', media },
      { id: 'f', name: 'f.png', alt: 'a bird', kind: 'image' },
    ],
  });
  expect(again?.files?.map(fromStored).map(({ state }) => state.step)).toEqual([
    'ready',
    'preparing',
  ]);
});

test('an item of version 1.0.0 has lost its local files', () => {
  const item = queued('a', { media: [media], filesLeft: 1 });
  const [again] = parseOutbox([item]);
  expect(again).toEqual({
    ...item,
    problem: 'The picture was not uploaded before the page was left.',
    isUnfit: true,
  });
  expect(hasSendablePart(again!)).toBe(true);
  expect(hasSendablePart({ ...again!, content: '', media: [] })).toBe(false);
  const many = { ...item, filesLeft: 2 };
  expect(parseOutbox([many])[0]?.problem).toMatch(/^2 pictures were not uploaded/);
});

test('temporary errors are retried with growing delays', () => {
  for (const error of [
    unreachable(),
    tooLate(),
    refusal(429, 'rate_limited'),
    refusal(503, 'unavailable'),
    refusal(500, 'internal'),
    refusal(401, 'unauthenticated'),
  ])
    expect(decideRetry(error, 1)).toEqual({ type: 'later', inMs: 1000 });
  expect(decideRetry(unreachable(), 3)).toEqual({ type: 'later', inMs: 4000 });
  expect(decideRetry(unreachable(), 50)).toEqual({ type: 'later', inMs: 30_000 });
});

test('a fault of the server is retried 5 times, and a server that asks to wait without an end', () => {
  expect(decideRetry(refusal(502, 'unknown'), 4).type).toBe('later');
  expect(decideRetry(refusal(502, 'unknown'), 5)).toEqual({ type: 'failed', problem: 'No.' });
  for (const error of [
    refusal(401, 'unauthenticated'),
    refusal(429, 'rate_limited'),
    refusal(503, 'unavailable'),
  ])
    expect(decideRetry(error, 50).type).toBe('later');
});

test('a refusal by the server fails the message', () => {
  for (const error of [
    refusal(403, 'forbidden'),
    refusal(400, 'bad_input'),
    refusal(404, 'not_found'),
    refusal(413, 'too_large'),
    refusal(429, 'new_account'),
  ])
    expect(decideRetry(error, 1)).toEqual({ type: 'failed', problem: 'No.' });
  expect(decideRetry(new TypeError('bug'), 1)).toMatchObject({ type: 'failed' });
});

test('a message that was sent and deleted elsewhere is discarded', () => {
  expect(decideRetry(refusal(409, 'already_sent'), 1)).toEqual({ type: 'gone' });
});

test('another conflict keeps the message as failed', () => {
  expect(decideRetry(refusal(409, 'conflict'), 1)).toEqual({ type: 'failed', problem: 'No.' });
});

test('parsing an outbox skips invalid entries', () => {
  const good = queued('a');
  expect(parseOutbox([good, { clientId: 'b' }, null, 3])).toEqual([good]);
  for (const value of [null, '', { a: 1 }]) expect(parseOutbox(value)).toEqual([]);
});

test('parsing skips a message with an invalid picture', () => {
  const picture = { _id: 'p', url: '/media/p', width: 4, height: 3 };
  const parsed = (media: unknown) => parseOutbox([{ ...queued('a'), media }]);
  expect(parsed([picture])).toHaveLength(1);
  for (const media of [null, 'p', {}, { ...picture, url: 3 }, { ...picture, width: undefined }])
    expect(parsed([picture, media])).toEqual([]);
});

test('merging two outboxes keeps each message once, oldest first', () => {
  const [a, b, c] = [9, 10, 11].map((hour, index) =>
    queued('abc'[index]!, { createdAt: `2026-03-04T${String(hour).padStart(2, '0')}:00:00.000Z` }),
  ) as [OutboxItem, OutboxItem, OutboxItem];
  expect(merged([b], [a, c, b])).toEqual([a, b, c]);
});
