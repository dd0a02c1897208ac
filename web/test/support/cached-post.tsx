import type { Post } from '@roost/contract/posts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { postKeys } from '../../src/features/posts/post-keys.ts';
import { queryClient } from '../../src/lib/cache/query-client.ts';

/** Puts a post into the cache and renders its current state, like the lists and pages of the app. */
export function CachedPost({ post, children }: { post: Post; children: (now: Post) => ReactNode }) {
  useState(() => queryClient.setQueryData(postKeys.one(post._id), post));
  const { data } = useQuery<Post | null>({ queryKey: postKeys.one(post._id), queryFn: skipToken });
  return data ? children(data) : 'No post';
}
