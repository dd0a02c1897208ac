import { expect, test } from 'vitest';
import { postProblem } from './post-problem.ts';

const limits = { postLength: 10, files: 2 };
const ready = { state: { step: 'ready' } };

test('text or files are enough, and an empty post is not', () => {
  expect(postProblem(' \n', [], limits)).toBe('Post must have either content or media.');
  expect(postProblem('', [ready], limits)).toBeUndefined();
  expect(postProblem('hello', [], limits)).toBeUndefined();
});

test('names text that is too long, too many files, and failed files', () => {
  expect(postProblem('eleven chars', [], limits)).toBe('Use at most 10 characters.');
  expect(postProblem('', [ready, ready, ready], limits)).toBe('A post can have up to 2 files.');
  expect(postProblem('', [ready, { state: { step: 'failed' } }], limits)).toMatch(
    /^Not every file/,
  );
});

test('a running upload is no problem', () => {
  expect(postProblem('', [{ state: { step: 'uploading' } }], limits)).toBeUndefined();
});
