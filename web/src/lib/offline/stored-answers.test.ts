import { expect, test } from 'vitest';
import { withoutSignatures } from './stored-answers.ts';

const path = '/media/0197f0a0-0000-7000-8000-000000000001/640.webp';

test('a stored address of a picture has no signature', () => {
  const json = JSON.stringify({
    media: [{ url: `https://nest.example${path}?e=1764338400&s=Zm9v-_YmFy` }],
    content: `See ${path}?e=1764338400&s=Zm9v`,
  });
  expect(JSON.parse(withoutSignatures(json))).toEqual({
    media: [{ url: `https://nest.example${path}` }],
    content: `See ${path}`,
  });
});

test.each([`https://nest.example${path}`, 'https://other.example/?e=1&s=abc', 'What is e=1&s=2?'])(
  '%s stays as it is',
  (text) => {
    expect(withoutSignatures(JSON.stringify(text))).toBe(JSON.stringify(text));
  },
);
