import { expect, test } from 'vitest';
import { parseCommandLine } from './command-line.ts';

const defaults = { people: 20_000, posts: 400_000, followers: 20_000, clients: 32 };

test('--scale multiplies people, posts and followers by ten, and nothing else', () => {
  expect(parseCommandLine(['growth', '--scale']).sizesOf(defaults)).toEqual({
    people: 200_000,
    posts: 4_000_000,
    followers: 200_000,
    clients: 32,
  });
});

test('a given number replaces the default, also beside --scale', () => {
  const { names, sizesOf } = parseCommandLine(['feed', '--scale', '--people=300', '--clients=4']);
  expect(names).toEqual(['feed']);
  expect(sizesOf(defaults)).toMatchObject({ people: 300, posts: 4_000_000, clients: 4 });
});

test('an unknown flag or a size without a number is refused', () => {
  for (const flag of ['--peopel=300', '--people', '--people=many'])
    expect(() => parseCommandLine([flag]).check(defaults), flag).toThrow(
      /--scale and --people=20000/,
    );
  expect(() => parseCommandLine(['--json', '--people=300']).check(defaults)).not.toThrow();
});

test('--against takes a commit', () => {
  expect(parseCommandLine(['--against', 'abc123', 'like'])).toMatchObject({
    against: 'abc123',
    names: ['like'],
  });
});
