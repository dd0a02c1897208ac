import {
  getPost,
  repost,
  toggleBookmark,
  toggleLike,
  unrepost,
  type OriginalPost,
  type Post,
} from '@roost/contract/posts';
import type { OwnUser } from '@roost/contract/users';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { meKey } from '../auth/session.ts';
import type { Undo } from '../users/cache-writes.ts';
import { patchPerson } from '../users/patch-person.ts';
import { press, type ToggleKind } from '../users/optimistic-toggle.ts';
import {
  confirmOnTop,
  insertOnTop,
  patchPost,
  removePosts,
  turnIntoOriginals,
} from './post-cache.ts';
import { temporaryId } from './post-identity.ts';
import { postKeys } from './post-keys.ts';
import { refetchIfGone } from './refetch-if-gone.ts';

type Subject = Post | OriginalPost;
type Reaction = 'like' | 'repost' | 'bookmark';
interface Answer {
  on: boolean;
  likeCount?: number;
  repost?: Post;
}

/** Where each reaction shows on a post, and the list of the viewer's own that it fills. */
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
  },
  repost: {
    ...kindOf('repost'),
    show: showReposted,
    // Both answer with success whether or not they changed anything, so what was asked is what holds.
    async send({ _id }, on) {
      const input = { params: { postId: _id } };
      if (!on) return call(unrepost, input, { quiet: true }).then(() => ({ on }));
      const { data } = await call(repost, input, { quiet: true });
      return { on, repost: data.repost };
    },
    settle(client, { _id }, { repost: entry }) {
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
  const undoLeaving =
    list && !on
      ? removePosts(client, (row) => (row.originalPost ?? row)._id === _id, list)
      : undefined;
  return () => {
    undoLeaving?.();
    undoPatch();
  };
}

function showReposted(client: QueryClient, subject: Subject, on: boolean): Undo {
  const viewer = client.getQueryData<OwnUser | null>(meKey);
  const isOwnEntry = (row: Post) =>
    row.originalPost?._id === subject._id && row.ownerid._id === viewer?._id;
  // The entry first, so that the patch finds its original too.
  const undoEntry =
    viewer && on
      ? insertOnTop(client, ownLists(viewer._id), temporaryRepost(subject, viewer))
      : takeBack(client, isOwnEntry);
  const undoPatch = showReaction(client, 'repost', subject, on);
  // A repost is one of the viewer's posts, and counts as one.
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

/** The server shows a post once in the feed, so the repost may be all that stands for it there. */
function takeBack(client: QueryClient, isOwnEntry: (row: Post) => boolean): Undo {
  const undoTurn = turnIntoOriginals(client, postKeys.feed, isOwnEntry);
  const undoLeaving = removePosts(client, isOwnEntry);
  return () => {
    undoLeaving();
    undoTurn();
  };
}

/** The lists whose top a viewer's new post belongs on. */
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

/** The viewer as a post of theirs carries them. */
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

/** Likes, reposts, bookmarks, or takes it back. */
export function useReaction(): (reaction: Reaction, subject: Subject) => void {
  const client = useQueryClient();
  return (reaction, subject) =>
    void press(client, reactions[reaction], subject, subject[table[reaction].flag]);
}
