// Changes and reads of cached posts that the first screen does not need.
import type { Media } from '@roost/contract/media';
import type { Post } from '@roost/contract/posts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { mapNodes } from '../../lib/cache/patch-nodes.ts';
import { keepChanging, writeCache, type Undo } from '../../lib/cache/write-cache.ts';
import { has, isPost, isPostList, putAfter, withoutPosts } from './post-cache.ts';
import { postKeys } from './post-keys.ts';

/** Replaces a picture or video everywhere as a whole, because the new one may have additional keys. */
export function patchMedia(client: QueryClient, media: Media): void {
  writeCache(client, postKeys.all, (data) =>
    mapNodes(data, (node) =>
      node['_id'] === media._id && 'placeholder' in node ? { ...media } : node,
    ),
  );
}

/** Removes rows from answers that arrive from now on, until the returned function is called. */
export function keepRemovingPosts(client: QueryClient, isGone: (post: Post) => boolean): Undo {
  return keepChanging(client, postKeys.all, (data) => {
    if (isPostList(data)) return withoutPosts(data, isGone);
    return isPost(data) && isGone(data) ? null : data;
  });
}

/** Keeps a post at the top of lists that load from now on, until the returned function is called. */
export function keepOnTop(
  client: QueryClient,
  lists: readonly QueryKey[],
  postNow: () => Post,
): Undo {
  const stops = lists.map((key) =>
    keepChanging(client, key, (data) => {
      const post = postNow();
      return isPostList(data) && !has(data, post._id)
        ? putAfter(data, data.pages[0]?.pinnedId, post)
        : data;
    }),
  );
  return () => stops.forEach((stop) => stop());
}

/** The post from any loaded list. */
export function findInLists(client: QueryClient, id: string): Post | undefined {
  return client
    .getQueryCache()
    .findAll({ queryKey: postKeys.all })
    .flatMap(({ state }) => (isPostList(state.data) ? state.data.pages : []))
    .flatMap(({ posts }) => posts.map((row) => row.originalPost ?? row))
    .find(({ _id }) => _id === id);
}
