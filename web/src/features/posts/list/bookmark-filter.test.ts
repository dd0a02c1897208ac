import { expect, test } from 'vitest';
import { bookmarkFilter } from './bookmark-filter.ts';
import { alice, bob, samplePost, sampleRepost } from '../../../../test/support/sample-posts.ts';

const owner = { ...bob, username: 'Bob_42', fullName: 'Róbert  Žák' };
const post = samplePost('p', { content: 'Ein Vogel\nim ＮＥＳＴ', ownerid: owner });
const has = (words: string) => bookmarkFilter(words)?.(post);

test('searches text, username and full name, ignoring case and width', () => {
  for (const words of ['vogel', ' VOGEL im ', 'nest', 'bob_42', '@bob', 'róbert žák', 'ŽÁK'])
    expect(has(words), words).toBe(true);
  for (const words of ['egg', 'alice', '%', '.*']) expect(has(words), words).toBe(false);
});

test('an empty search is no filter', () => {
  for (const words of ['', '  ', '@']) expect(bookmarkFilter(words)).toBeUndefined();
});

test('for a repost, the filter searches the original', () => {
  const repost = sampleRepost('r', post, alice);
  expect(bookmarkFilter('vogel')?.(repost)).toBe(true);
  expect(bookmarkFilter('alice')?.(repost)).toBe(false);
});
