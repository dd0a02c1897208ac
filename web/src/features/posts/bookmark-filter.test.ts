import { expect, test } from 'vitest';
import { bookmarkFilter } from './bookmark-filter.ts';
import { alice, bob, samplePost, sampleRepost } from './sample-posts.ts';

const owner = { ...bob, username: 'Bob_42', fullName: 'Róbert  Žák' };
const post = samplePost('p', { content: 'Ein Vogel\nim ＮＥＳＴ', ownerid: owner });
const has = (words: string) => bookmarkFilter(words)?.(post);

test('looks in the text, the username and the full name, whatever the case and width', () => {
  for (const words of ['vogel', ' VOGEL im ', 'nest', 'bob_42', '@bob', 'róbert žák', 'ŽÁK'])
    expect(has(words), words).toBe(true);
  for (const words of ['egg', 'alice', '%', '.*']) expect(has(words), words).toBe(false);
});

test('nothing to look for is no filter', () => {
  for (const words of ['', '  ', '@']) expect(bookmarkFilter(words)).toBeUndefined();
});

test('of a repost it is the original that was kept', () => {
  const repost = sampleRepost('r', post, alice);
  expect(bookmarkFilter('vogel')?.(repost)).toBe(true);
  expect(bookmarkFilter('alice')?.(repost)).toBe(false);
});
