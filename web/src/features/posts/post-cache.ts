import type { Post } from '@roost/contract/posts';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { writeCache, type Undo } from '../../lib/cache/write-cache.ts';
import { patchNodes, type Node } from '../../lib/cache/patch-nodes.ts';
import { emptyAncestors } from './empty-ancestors.ts';
import { isPostOrRepostOf } from './post-identity.ts';
import { postKeys } from './post-keys.ts';

/** One page of a list of posts. */
export interface PostPage {
  posts: Post[];
  nextCursor: string | null;
  /** For the feed: when the server made the list. The count of newer posts starts here. */
  since?: string;
  /** The post that stands above the list of its author. New posts come below it. */
  pinnedId?: string;
}
type PostList = InfiniteData<PostPage>;

export type PostPatch = Omit<Partial<Post>, 'stats'> & { stats?: Partial<Post['stats']> };

/** The fields that a repost repeats from its original. */
const MIRRORED = [
  'content',
  'media',
  'hashtags',
  'mentions',
  'stats',
  'isLikedByCurrentUser',
  'isBookmarkedByCurrentUser',
  'isRepostedByCurrentUser',
  'isThreadMuted',
  'isPinned',
] as const satisfies (keyof Post)[];

/**
 * The one function that changes a post everywhere: in lists, on its page, in reposts and above comments. `id` is never
 * the id of a repost.
 */
export function patchPost(
  client: QueryClient,
  id: string,
  patch: PostPatch | ((post: Post) => PostPatch),
): Undo {
  return patchNodes(client, postKeys.all, {
    matches: (node) => node['_id'] === id && 'content' in node && node['isDeleted'] !== true,
    patch(node) {
      if (typeof patch !== 'function') return patch;
      // The short form of a parent has no counts or flags, so a relative change is not possible.
      return 'stats' in node ? patch(node as unknown as Post) : {};
    },
    patchAncestor: mirrorOriginal,
  });
}

function mirrorOriginal(node: Node, was: Node): Node {
  const original = node['originalPost'];
  if (!original || original === was['originalPost']) return node;
  return { ...node, ...Object.fromEntries(MIRRORED.map((key) => [key, (original as Post)[key]])) };
}

/** Inserts a post at the top of loaded lists. A list that already contains it stays unchanged. */
export function insertOnTop(client: QueryClient, lists: readonly QueryKey[], post: Post): Undo {
  for (const key of lists) {
    changeLists(client, key, (list) =>
      has(list, post._id) ? list : putAfter(list, list.pages[0]?.pinnedId, post),
    );
  }
  return () =>
    lists.forEach((key) =>
      changeLists(client, key, (list) => withoutPosts(list, (row) => row._id === post._id)),
    );
}

/** Replaces the temporary entry with the confirmed post, even if a refetch already added the post. */
export function confirmOnTop(
  client: QueryClient,
  lists: readonly QueryKey[],
  temporary: string,
  post: Post,
): void {
  for (const key of lists) {
    changeLists(client, key, (list) => {
      if (has(list, post._id)) return withoutPosts(list, (row) => row._id === temporary);
      if (!has(list, temporary)) return putAfter(list, list.pages[0]?.pinnedId, post);
      return mapPages(list, (rows) => rows.map((row) => (row._id === temporary ? post : row)));
    });
  }
}

/**
 * Removes rows from every list under `prefix`, from their pages and from the ancestors of comments. The undo restores
 * their positions.
 */
export function removePosts(
  client: QueryClient,
  isGone: (post: Post) => boolean,
  prefix: QueryKey = postKeys.all,
): Undo {
  const gone = new Map<string, { row: Post; after: string | undefined }[]>();
  changeLists(client, prefix, (list, queryHash) => {
    const rows = list.pages.flatMap((page) => page.posts);
    const removed = rows.flatMap((row, index) =>
      isGone(row) ? [{ row, after: rows[index - 1]?._id }] : [],
    );
    if (removed.length > 0) gone.set(queryHash, removed);
    return withoutPosts(list, isGone);
  });
  const single = new Map<string, Post>();
  writeCache(client, prefix, (data, queryHash) => {
    if (!isPost(data) || !isGone(data)) return data;
    single.set(queryHash, data);
    return null;
  });
  const fill = emptyAncestors(client, prefix, isGone);
  return () => {
    fill();
    changeLists(client, prefix, (list, queryHash) =>
      (gone.get(queryHash) ?? []).reduce(
        (now, { row, after }) => (has(now, row._id) ? now : putAfter(now, after, row)),
        list,
      ),
    );
    writeCache(client, prefix, (data, queryHash) =>
      data === null ? (single.get(queryHash) ?? null) : data,
    );
  };
}

/**
 * Replaces reposts with their originals in lists that contain the original only through the repost. Other rows stay
 * unchanged. The undo restores the reposts.
 */
export function replaceRepostsWithOriginals(
  client: QueryClient,
  prefix: QueryKey,
  isTurned: (repost: Post) => boolean,
): Undo {
  const turned = new Map<string, Map<string, Post>>();
  changeLists(client, prefix, (list, queryHash) => {
    const known = turned.get(queryHash) ?? new Map<string, Post>();
    turned.set(queryHash, known);
    const rows = list.pages.flatMap((page) => page.posts);
    return mapPages(list, (posts) =>
      posts.map((row) => {
        const { originalPost: original } = row;
        if (
          !original ||
          !isTurned(row) ||
          rows.some((other) => other !== row && isPostOrRepostOf(other, original._id))
        )
          return row;
        known.set(original._id, row);
        return original;
      }),
    );
  });
  return () =>
    changeLists(client, prefix, (list, queryHash) =>
      mapPages(list, (posts) =>
        posts.map((row) => {
          const was = turned.get(queryHash)?.get(row._id);
          return was
            ? (mirrorOriginal({ ...was, originalPost: row }, { ...was }) as unknown as Post)
            : row;
        }),
      ),
    );
}

function changeLists(
  client: QueryClient,
  prefix: QueryKey,
  change: (list: PostList, queryHash: string) => PostList,
): void {
  writeCache(client, prefix, (data, queryHash) =>
    isPostList(data) ? change(data, queryHash) : data,
  );
}

function mapPages(list: PostList, change: (rows: Post[]) => Post[]): PostList {
  const pages = list.pages.map((page) => {
    const posts = change(page.posts);
    return posts.every((row, index) => row === page.posts[index]) &&
      posts.length === page.posts.length
      ? page
      : { ...page, posts };
  });
  return pages.every((page, index) => page === list.pages[index]) ? list : { ...list, pages };
}

export function withoutPosts(list: PostList, isGone: (post: Post) => boolean): PostList {
  return mapPages(list, (rows) => rows.filter((row) => !isGone(row)));
}

/** Inserts after the row with that id. At the top if the id is undefined or no longer in the list. */
export function putAfter(list: PostList, after: string | undefined, post: Post): PostList {
  const page = Math.max(
    0,
    after === undefined
      ? 0
      : list.pages.findIndex(({ posts }) => posts.some((row) => row._id === after)),
  );
  return {
    ...list,
    pages: list.pages.map((each, index) => {
      if (index !== page) return each;
      const at = each.posts.findIndex((row) => row._id === after) + 1;
      return { ...each, posts: each.posts.toSpliced(at, 0, post) };
    }),
  };
}

export function has(list: PostList, id: string): boolean {
  return list.pages.some((page) => page.posts.some((row) => row._id === id));
}

export function isPostList(data: unknown): data is PostList {
  if (typeof data !== 'object' || data === null || !('pages' in data) || !Array.isArray(data.pages))
    return false;
  return data.pages.every(
    (page: unknown) => typeof page === 'object' && page !== null && 'posts' in page,
  );
}

export function isPost(data: unknown): data is Post {
  return typeof data === 'object' && data !== null && '_id' in data && 'stats' in data;
}
