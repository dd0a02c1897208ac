import { expect, test } from 'vitest';
import { hashtagOf } from './hashtag.ts';

test('a hashtag is the whole text, and has a letter or _', () => {
  expect(['#Bees', '＃Überraschung', '#2nd', '#हिंदी', '#a_b'].map(hashtagOf)).toEqual([
    'Bees',
    'Überraschung',
    '2nd',
    'हिंदी',
    'a_b',
  ]);
  for (const text of ['Bees', '#2024', '#️⃣', '#', '#two words', '#a-b', 'x #bees', ''])
    expect(hashtagOf(text), text).toBeUndefined();
});
