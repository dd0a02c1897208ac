import { expect, test } from 'vitest';
import { sampleGroup } from '../../../../test/support/sample-notifications.ts';
import { nameOf } from '../../../ui/name-of.ts';
import { sentenceOf } from './sentence.ts';

const senders = ['Ann', 'Ben', 'Cyd'].map((fullName) => ({
  _id: fullName,
  username: fullName.toLowerCase(),
  fullName,
  avatar: null,
}));
const textOf = (...group: Parameters<typeof sampleGroup>) =>
  sentenceOf(sampleGroup(...group), nameOf)
    .flat(Infinity)
    .join('');

test.each([
  [1, 1, 'Ann liked your comment.'],
  [2, 2, 'Ann and Ben liked your comment.'],
  [3, 3, 'Ann, Ben and 1 other liked your comment.'],
  [5, 3, 'Ann, Ben and 3 others liked your comment.'],
  [2, 1, 'Ann and 1 other liked your comment.'],
])('%i people, of whom %i are sent', (count, sent, sentence) => {
  expect(textOf({ count, senders: senders.slice(0, sent), isAboutComment: true })).toBe(sentence);
});

test.each([
  ['like', false, 'Ann liked your post.'],
  ['repost', false, 'Ann reposted your post.'],
  ['repost', true, 'Ann reposted your comment.'],
  ['comment', false, 'Ann replied to you.'],
  ['mention', false, 'Ann mentioned you.'],
  ['follow', false, 'Ann followed you.'],
] as const)('the sentence of a %s comes from the type', (type, isAboutComment, sentence) => {
  expect(textOf({ type, isAboutComment, message: 'Not shown.' })).toBe(sentence);
});

test('a person without a name is named by the username', () => {
  expect(textOf({ senders: [{ ...senders[0]!, fullName: '' }] })).toBe('ann liked your post.');
});
