import type { Notification } from '@roost/contract/notifications';
import { expect, test } from 'vitest';
import { foldRows, sentenceOf, type Fold } from './fold.ts';
import { sampleNotification } from './sample-notifications.ts';

const row = (_id: string, about: Partial<Notification> = {}) =>
  sampleNotification({ _id, ...about });
const ids = (folds: Fold[]) => folds.map((fold) => fold.map(({ _id }) => _id).join(''));
const at = (hour: number) => new Date(Date.UTC(2026, 2, 4, hour)).toISOString();

test('likes of one post stand as one where the newest stood; reposts of it as another', () => {
  const rows = [
    row('a'),
    row('b', { type: 'comment' }),
    row('c'),
    row('d', { type: 'repost' }),
    row('e', { post: { _id: 'other', content: '' } }),
    row('f', { type: 'repost' }),
    row('g'),
  ];
  expect(ids(foldRows(rows))).toEqual(['acg', 'b', 'df', 'e']);
});

test('within twelve hours of the newest of them', () => {
  const rows = [13, 12, 1, 0].map((hour) => row(String(hour), { createdAt: at(hour) }));
  expect(ids(foldRows(rows))).toEqual(['13121', '0']);
});

test('comments, mentions and follows stay single, and so does what leads nowhere any more', () => {
  for (const type of ['comment', 'mention', 'follow'] as const)
    expect(ids(foldRows([row('a', { type }), row('b', { type })]))).toEqual(['a', 'b']);
  expect(ids(foldRows([row('a', { post: null }), row('b', { post: null })]))).toEqual(['a', 'b']);
});

test.each([
  [1, ['Ann'], 0],
  [2, ['Ann', 'Ben'], 0],
  [3, ['Ann', 'Ben'], 1],
  [5, ['Ann', 'Ben'], 3],
])('%i people: %j and %i others', (count, names, others) => {
  const rows = ['Ann', 'Ben', 'Cyd', 'Dov', 'Eve'].slice(0, count).map((fullName) =>
    row(fullName, {
      sender: { _id: fullName, username: fullName.toLowerCase(), fullName, avatar: null },
      message: `${fullName} liked your comment.`,
    }),
  );
  const [fold] = foldRows(rows);
  expect(sentenceOf(fold!)).toEqual({ names, others, deed: 'liked your comment.' });
});

test('a sentence that does not begin with the name is said in our own words', () => {
  expect(sentenceOf([row('a', { message: 'Somebody did something.' })]).deed).toBe(
    'liked your post.',
  );
});
