import { expect, test } from 'vitest';
import { findEntities } from './find-entities.ts';

test.each([
  ['Hello @bob and #Café', ['Café'], ['bob']],
  ['mail x.@dan, see https://x.org/?u=@alice#top', [], []],
  ['##tag .#dot a#b', [], []],
  ['#2026 is a number, #2026plan is not', ['2026plan'], []],
  ['#हिन्दी #日本語 #Привет', ['हिन्दी', '日本語', 'Привет'], []],
  ['#Frost #frost #FROST', ['Frost'], []],
  ['(@carol) “#quoted”', ['quoted'], ['carol']],
])('%s', (content, hashtags, mentions) => {
  expect(findEntities(content)).toEqual({ hashtags, mentions });
});

test('a post has at most 50 mentions', () => {
  const content = Array.from({ length: 80 }, (_, n) => `@name${n}`).join(' ');
  expect(findEntities(content).mentions).toHaveLength(50);
});

test('the length of a tag is limited after folding, which can lengthen it', () => {
  expect(
    findEntities(`#${'ﷺ'.repeat(62)} #${'a'.repeat(100)} #${'b'.repeat(101)}`).hashtags,
  ).toEqual(['a'.repeat(100)]);
});
