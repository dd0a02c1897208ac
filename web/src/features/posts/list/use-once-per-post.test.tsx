import type { Post } from '@roost/contract/posts';
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { samplePost, sampleRepost } from '../../../../test/support/sample-posts.ts';
import { keysOf, useOncePerPost } from './use-once-per-post.ts';

const [zero, one, two] = [samplePost('zero'), samplePost('one'), samplePost('two')];
const repost = sampleRepost('r1', one);
const before: Post[] = [zero, one, two];
const after = [repost, zero, one, two];

function scrollPageTo(y: number) {
  vi.stubGlobal('scrollY', y);
  act(() => void window.dispatchEvent(new Event('scroll')));
}

test('far from the top, a row that somebody sees stays until they return', () => {
  scrollPageTo(5_000);
  const { result, rerender } = renderHook(({ rows }) => useOncePerPost(rows, true), {
    initialProps: { rows: before },
  });
  rerender({ rows: after });
  expect(result.current).toEqual(after);
  scrollPageTo(100);
  expect(result.current).toEqual([repost, zero, two]);
  // Not even a way down brings it back.
  scrollPageTo(5_000);
  expect(result.current).toEqual([repost, zero, two]);
  rerender({ rows: before });
  expect(result.current).toEqual(before);
});

test('a list that is opened far down shows each post once', () => {
  scrollPageTo(5_000);
  const { result } = renderHook(() => useOncePerPost(after, true));
  expect(result.current).toEqual([repost, zero, two]);
  scrollPageTo(0);
});

test('every row has a key of its own, and the row of a post keeps its key', () => {
  const [, key] = keysOf(before);
  expect(keysOf([repost, zero, two])[0]).toBe(key);
  expect(keysOf(after)[2]).toBe(key);
  for (const rows of [after, [one, repost], [one, repost, sampleRepost('r2', one)]])
    expect(new Set(keysOf(rows)).size).toBe(rows.length);
});
