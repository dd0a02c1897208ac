import { expect, test } from 'vitest';
import { ApiError, tooLate, unreachable } from '../../../lib/api-error.ts';
import { joined, judge, nextOf, parseBox, type Queued } from './outbox-rules.ts';

function queued(clientId: string, change: Partial<Queued> = {}): Queued {
  return {
    clientId,
    conversationId: 'c',
    receiverId: 'bob',
    content: `Text of ${clientId}`,
    media: [],
    createdAt: '2026-03-04T10:00:00.000Z',
    ...change,
  };
}

const refusal = (status: number, code: string) => new ApiError('No.', { status, code });

test('the first of its conversation is next; a refused one holds up nobody', () => {
  const items = [
    queued('other', { conversationId: 'd' }),
    queued('refused', { problem: 'No.' }),
    queued('first'),
    queued('second'),
  ];
  expect(nextOf(items, 'c')?.clientId).toBe('first');
  expect(nextOf(items, 'e')).toBeUndefined();
});

test('what may have arrived, or will in a while, is sent again, later each time', () => {
  for (const error of [
    unreachable(),
    tooLate(),
    refusal(429, 'rate_limited'),
    refusal(503, 'unavailable'),
    refusal(500, 'internal'),
  ])
    expect(judge(error, 1)).toEqual({ type: 'later', inMs: 1000 });
  expect(judge(unreachable(), 3)).toEqual({ type: 'later', inMs: 4000 });
  expect(judge(unreachable(), 50)).toEqual({ type: 'later', inMs: 30_000 });
});

test('what the server refuses is the person’s to decide', () => {
  for (const error of [
    refusal(403, 'forbidden'),
    refusal(400, 'bad_input'),
    refusal(404, 'not_found'),
    refusal(413, 'too_large'),
  ])
    expect(judge(error, 1)).toEqual({ type: 'failed', problem: 'No.' });
  expect(judge(refusal(500, 'internal'), 5)).toEqual({ type: 'failed', problem: 'No.' });
  expect(judge(new TypeError('bug'), 1)).toMatchObject({ type: 'failed' });
});

test('one that was sent and deleted elsewhere is let go', () => {
  expect(judge(refusal(409, 'already_sent'), 1)).toEqual({ type: 'gone' });
});

test('another conflict costs nobody their words', () => {
  expect(judge(refusal(409, 'conflict'), 1)).toEqual({ type: 'failed', problem: 'No.' });
});

test('a box is read as far as it is one', () => {
  const good = queued('a');
  expect(parseBox(JSON.stringify([good, { clientId: 'b' }, null, 3]))).toEqual([good]);
  for (const raw of [null, '', '{', '{"a":1}', 'null']) expect(parseBox(raw)).toEqual([]);
});

test('a picture that could not be drawn makes no box', () => {
  const picture = { _id: 'p', url: '/media/p', width: 4, height: 3 };
  const box = (media: unknown) => parseBox(JSON.stringify([{ ...queued('a'), media }]));
  expect(box([picture])).toHaveLength(1);
  for (const media of [null, 'p', {}, { ...picture, url: 3 }, { ...picture, width: undefined }])
    expect(box([picture, media])).toEqual([]);
});

test('two boxes become one, each message once and in order', () => {
  const [a, b, c] = [9, 10, 11].map((hour, index) =>
    queued('abc'[index]!, { createdAt: `2026-03-04T${String(hour).padStart(2, '0')}:00:00.000Z` }),
  ) as [Queued, Queued, Queued];
  expect(joined([b], [a, c, b])).toEqual([a, b, c]);
});
