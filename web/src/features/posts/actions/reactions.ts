import { getPost, type OriginalPost, type Post } from '@roost/contract/posts';
import { repost, unrepost } from '@roost/contract/reposts';
import { toggleBookmark, toggleLike } from '@roost/contract/reactions';
import type { OwnUser } from '@roost/contract/users';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { meKey } from '../../auth/session.ts';
import type { Undo } from '../../../lib/cache/write-cache.ts';
import { patchPerson } from '../../users/patch-person.ts';
import { toggleOptimistically, type ToggleKind } from '../../../lib/cache/optimistic-toggle.ts';
import {
  confirmOnTop,
  insertOnTop,
  patchPost,
  removePosts,
  replaceRepostsWithOriginals,
} from '../post-cache.ts';
import { isPostOrRepostOf, temporaryId } from '../post-identity.ts';
import { postKeys } from '../post-keys.ts';
import { refetchIfGone } from '../refetch-if-gone.ts';

type Subject = Post | OriginalPost;
export type Reaction = 'like' | 'repost' | 'bookmark';
interface Answer {
  on: boolean;
  likeCount?: number;
  repost?: Post;
}

/** For each reaction: its flag and count on a post, and the viewer's own list that contains the post. */
const table = {
  like: { flag: 'isLikedByCurrentUser', count: 'likeCount', list: postKeys.likes },
  repost: { flag: 'isRepostedByCurrentUser', count: 'repostCount', list: undefined },
  bookmark: { flag: 'isBookmarkedByCurrentUser', count: undefined, list: postKeys.bookmarks },
} as const;

export const reactions: Record<Reaction, ToggleKind<Subject, Answer>> = {
  like: {
    ...kindOf('like'),
    async send({ _id }) {
      const { data } = await call(toggleLike, { params: { postId: _id } }, { quiet: true });
      return { on: data.liked, likeCount: data.likeCount };
    },
    async reread({ _id }) {
      const { data } = await call(getPost, { params: { postId: _id } }, { quiet: true });
      return { on: data.isLikedByCurrentUser, likeCount: data.stats.likeCount };
    },
    settle(client, { _id }, { on, likeCount }) {
      patchPost(client, _id, {
        isLikedByCurrentUser: on,
        ...(likeCount !== undefined && { stats: { likeCount } }),
      });
    },
  },
  bookmark: {
    ...kindOf('bookmark'),
    async send({ _id }) {
      const { data } = await call(toggleBookmark, { params: { postId: _id } }, { quiet: true });
      return { on: data.bookmarked };
    },
    async reread({ _id }) {
      const { data } = await call(getPost, { params: { postId: _id } }, { quiet: true });
      return { on: data.isBookmarkedByCurrentUser };
    },
    settle(client, { _id }, { on }) {
      patchPost(client, _id, { isBookmarkedByCurrentUser: on });
    },
  },
  repost: {
    ...kindOf('repost'),
    show: showReposted,
    // Both endpoints also succeed when nothing changes, so the requested state is the new state.
    async send({ _id }, on) {
      const input = { params: { postId: _id } };
      if (!on) return call(unrepost, input, { quiet: true }).then(() => ({ on }));
      const { data } = await call(repost, input, { quiet: true });
      return { on, repost: data.repost };
    },
    settle(client, { _id }, { on, repost: entry }) {
      patchPost(client, _id, { isRepostedByCurrentUser: on });
      if (!entry) return;
      confirmOnTop(client, ownLists(entry.ownerid._id), temporaryId(_id), entry);
      if (entry.originalPost)
        patchPost(client, _id, { stats: { repostCount: entry.originalPost.stats.repostCount } });
    },
  },
};

function kindOf(reaction: Reaction) {
  const { list } = table[reaction];
  return {
    name: reaction,
    idOf: ({ _id }: Subject) => _id,
    show: (client: QueryClient, subject: Subject, on: boolean) =>
      showReaction(client, reaction, subject, on),
    failed: (client: QueryClient, { _id }: Subject, error: unknown) =>
      refetchIfGone(client, _id, error),
    afterwards(client: QueryClient) {
      if (list) void client.invalidateQueries({ queryKey: list });
    },
  };
}

function showReaction(
  client: QueryClient,
  reaction: Reaction,
  { _id }: Subject,
  on: boolean,
): Undo {
  const { flag, count, list } = table[reaction];
  const undoPatch = patchPost(client, _id, (post) => {
    if (post[flag] === on) return {};
    if (!count) return { [flag]: on };
    return { [flag]: on, stats: { [count]: Math.max(0, post.stats[count] + (on ? 1 : -1)) } };
  });
  const undoRemoval =
    list && !on ? removePosts(client, (row) => isPostOrRepostOf(row, _id), list) : undefined;
  return () => {
    undoRemoval?.();
    undoPatch();
  };
}

function showReposted(client: QueryClient, subject: Subject, on: boolean): Undo {
  const viewer = client.getQueryData<OwnUser | null>(meKey);
  const isOwnEntry = (row: Post) =>
    row.originalPost?._id === subject._id && row.ownerid._id === viewer?._id;
  // Insert the entry first, so that the patch also finds the original inside it.
  const undoEntry =
    viewer && on
      ? insertOnTop(client, ownLists(viewer._id), temporaryRepost(subject, viewer))
      : removeRepost(client, isOwnEntry);
  const undoPatch = showReaction(client, 'repost', subject, on);
  // A repost counts as one of the viewer's posts.
  const undoCount = viewer
    ? patchPerson(client, viewer._id, ({ postsCount = 0 }) => ({
        postsCount: Math.max(0, postsCount + (on ? 1 : -1)),
      }))
    : undefined;
  return () => {
    undoCount?.();
    undoPatch();
    undoEntry();
  };
}

/** Removes the viewer's reposts. The feed contains a post once, so a removed repost there becomes its original. */
function removeRepost(client: QueryClient, isOwnEntry: (row: Post) => boolean): Undo {
  const undoReplacement = replaceRepostsWithOriginals(client, postKeys.feed, isOwnEntry);
  const undoRemoval = removePosts(client, isOwnEntry);
  return () => {
    undoRemoval();
    undoReplacement();
  };
}

/** The lists that show a new post of the viewer at their top. */
export function ownLists(viewerId: string) {
  return [postKeys.feed, postKeys.user(viewerId)];
}

function temporaryRepost(subject: Subject, viewer: OwnUser): Post {
  const original: OriginalPost = { ...subject, isRepost: false, originalPost: null };
  const now = new Date().toISOString();
  return {
    ...original,
    _id: temporaryId(subject._id),
    ownerid: authorOf(viewer),
    isRepost: true,
    originalPost: original,
    createdAt: now,
    updatedAt: now,
  };
}

/** The viewer as the author object of a post. */
export function authorOf({ _id, username, fullName, avatar, premium }: OwnUser): Post['ownerid'] {
  return {
    _id,
    username,
    fullName,
    avatar,
    premium,
    isFollowingByCurrentUser: false,
    isBlockedByCurrentUser: false,
  };
}

/** Returns the function that likes, reposts or bookmarks a post, or undoes that. */
export function useReaction(): (reaction: Reaction, subject: Subject) => void {
  const client = useQueryClient();
  return (reaction, subject) =>
    void toggleOptimistically(client, reactions[reaction], subject, hasReaction(subject, reaction));
}

export const hasReaction = (subject: Subject, reaction: Reaction): boolean =>
  subject[table[reaction].flag];
