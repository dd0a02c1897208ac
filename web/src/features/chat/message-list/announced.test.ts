import { expect, test } from 'vitest';
import { announced, announcedUpTo } from './announced.ts';
import { sampleMessage } from '../../../../test/support/sample-messages.ts';

const bob = {
  _id: 'bob',
  username: 'bob',
  fullName: 'Bob',
  avatar: null,
  premium: { isActive: false },
};
const from = (number: number, content = `Message ${number}`) =>
  sampleMessage(number, { content, senderId: { _id: 'bob', username: 'bob', avatar: null } });
const words = ({ lines }: ReturnType<typeof announcedUpTo>) => lines.map(({ text }) => text);

test('messages from before the opening and own messages are not announced', () => {
  const start = announcedUpTo([from(1), from(2)]);
  expect(announced(start, [from(1), from(2)], bob)).toBe(start);
  expect(words(announced(start, [from(1), from(2), sampleMessage(3)], bob))).toEqual([]);
});

test('every new message is announced once, even if two have the same text', () => {
  const start = announcedUpTo([from(1)]);
  const two = announced(start, [from(1), from(2, 'Yes'), from(3, 'Yes')], bob);
  expect(words(two)).toEqual(['Bob: Yes', 'Bob: Yes']);
  expect(new Set(two.lines.map(({ key }) => key)).size).toBe(2);
  expect(announced(two, [from(1), from(2, 'Yes'), from(3, 'Yes')], bob)).toBe(two);
  expect(words(announced(two, [from(3, 'Yes'), from(4, '')], bob))).toEqual([
    'Bob: Yes',
    'Bob: Yes',
    'Bob: Picture',
  ]);
});

test('deleting the newest message does not announce the one before again', () => {
  const all = [from(1), from(2), from(3)];
  const heard = announced(announcedUpTo(all.slice(0, 1)), all, bob);
  expect(announced(heard, all.slice(0, 2), bob)).toBe(heard);
});

test('only the last few of many new messages are announced', () => {
  const all = Array.from({ length: 60 }, (_, index) => from(index + 1));
  const heard = announced(announcedUpTo([]), all, bob);
  expect(heard.lines.length).toBeLessThan(10);
  expect(words(heard).at(-1)).toBe('Bob: Message 60');
});
