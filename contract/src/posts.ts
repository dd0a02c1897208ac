import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { tiers } from './limits.ts';
import { alt, media } from './media.ts';
import { text } from './text/text.ts';
import { namedUser, postOwner } from './users.ts';
import { done, id, notShown, pagination, paging, repeated, success, time } from './wire.ts';

export const visibility = z.enum(['public', 'followers']);
export type Visibility = z.infer<typeof visibility>;

/** The text of a post or comment. The operation checks the length for the tier. */
const content = text(tiers.premium.postLength);

/** A deleted parent and a hidden parent have the same shape, so that clients cannot tell them apart. */
export const unavailablePost = z.object({
  _id: id,
  isDeleted: z.literal(true),
  content: z.literal(''),
  media: z.array(media).length(0),
  ownerid: z.null(),
  createdAt: time,
});

export const parentPost = z.union([
  z.object({
    _id: id,
    content: z.string(),
    media: z.array(media),
    createdAt: time,
    ownerid: namedUser,
  }),
  unavailablePost,
]);
export type ParentPost = z.infer<typeof parentPost>;

/**
 * Why a feed shows a post. It follows from what the viewer can see of the post, and from the viewer's own follows. So it reveals no
 * like, bookmark or follow of anybody else.
 */
export const postReason = z.object({
  feed: z.enum(['foryou', 'following', 'list']),
  kind: z.enum(['own', 'followed', 'reposted', 'popular', 'public', 'listed']),
});
export type PostReason = z.infer<typeof postReason>;

const postFields = z.object({
  _id: id,
  ownerid: postOwner,
  content: z.string(),
  media: z.array(media),
  visibility,
  parentPost: parentPost.nullable(),
  hashtags: z.array(z.string()),
  mentions: z.array(z.string()),
  stats: z.object({ likeCount: z.int(), commentCount: z.int(), repostCount: z.int() }),
  isLikedByCurrentUser: z.boolean(),
  isBookmarkedByCurrentUser: z.boolean(),
  isRepostedByCurrentUser: z.boolean(),
  /** The viewer gets no more notifications of this thread. */
  isThreadMuted: z.boolean(),
  /** Its author shows the post first on their profile. */
  isPinned: z.boolean(),
  edits: z.object({
    isedited: z.boolean(),
    editedAt: time.nullable(),
    editvalidtill: time,
    editchancesleft: z.int(),
  }),
  createdAt: time,
  updatedAt: time,
  /** Moderators hid the post. Only its author gets it, with this mark. */
  isHiddenByModeration: z.boolean().optional(),
  /** Only in a feed. The original of a repost has it, too. */
  reason: postReason.optional(),
});

const originalPost = postFields.extend({ isRepost: z.literal(false), originalPost: z.null() });
export type OriginalPost = z.infer<typeof originalPost>;

/** A repost has the content, media, flags and stats of its original. */
export const post = postFields.extend({
  isRepost: z.boolean(),
  originalPost: originalPost.nullable(),
});
export type Post = z.infer<typeof post>;

export const postPage = pagination.extend({ totalPosts: z.int() });
export const onPost = z.object({ postId: id });

export const createPost = endpoint({
  method: 'POST',
  path: '/api/posts/createpost',
  summary: 'Publish a post, or a comment when parentPost is given',
  auth: 'member',
  limit: 'posts',
  encoding: 'multipart',
  body: z.object({
    content: content.default(''),
    visibility: visibility.default('public'),
    /** An empty value counts as absent, because forms send all their fields. */
    parentPost: z.union([id, z.literal('').transform(() => undefined)]).optional(),
    /** Uploads of the author by /api/media, in display order. They come before the files of `media`. */
    mediaIds: repeated(id, tiers.premium.files),
    /** The descriptions of the files of `media`, in the same order. */
    alt: repeated(alt, tiers.premium.files),
  }),
  files: { media: tiers.premium.files },
  status: 201,
  response: success(post),
});

export const getPost = endpoint({
  method: 'GET',
  path: '/api/posts/:postId',
  summary: 'One post',
  auth: 'member',
  limit: 'reads',
  params: onPost,
  response: success(post),
});

export const editPost = endpoint({
  method: 'PATCH',
  path: '/api/posts/:postId',
  summary: 'Change what an own post says, while its editing window is open',
  auth: 'member',
  limit: 'writes',
  params: onPost,
  body: z.object({ content }),
  // Enough for a premium member's longest post with every character escaped.
  bodyBytes: 262_144,
  response: success(post),
});

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/posts/:postId',
  summary: 'Delete an own post, or take an own repost away',
  auth: 'member',
  limit: 'writes',
  params: onPost,
  /** With `media`, its files become uploads again that no post uses. So the author can post them again. */
  query: z.object({ keep: z.enum(['media']).optional() }),
  response: done,
});

export const listUserPosts = endpoint({
  method: 'GET',
  path: '/api/posts/user/:userId',
  summary: 'A person’s posts and reposts, newest first',
  auth: 'member',
  limit: 'reads',
  params: z.object({ userId: id }),
  query: paging,
  response: success(
    z.object({
      posts: z.array(post),
      /** Only on the first page, and only if the viewer may see it. `posts` has it too, at its time. */
      pinnedPost: post.nullable(),
      totalPages: z.int(),
      currentPage: z.int(),
      totalPosts: z.int(),
      pagination: postPage,
    }),
  ),
});

export const listUserMedia = endpoint({
  method: 'GET',
  path: '/api/posts/user/:userId/media',
  summary: 'A person’s posts and comments with pictures or videos, newest first',
  auth: 'member',
  limit: 'reads',
  params: z.object({ userId: id }),
  query: paging,
  response: success(z.object({ posts: z.array(post), pagination: postPage })),
});

/** A deleted or hidden comment with replies. Only its position in the thread remains. */
export const unavailableComment = unavailablePost.extend({ parentPost: parentPost.nullable() });
export type UnavailableComment = z.infer<typeof unavailableComment>;

/** The muted word of the viewer that occurs in the text, or null. Clients collapse such a row. */
export const mutedBy = z.string().nullable();

const threaded = z.union([post.extend({ mutedBy: mutedBy.optional() }), unavailableComment]);
export type Threaded = z.infer<typeof threaded>;

const commentPage = pagination.extend({ totalComments: z.int() });

export const listComments = endpoint({
  method: 'GET',
  path: '/api/posts/:postId/comments',
  summary: 'The threads under a post or comment, oldest first, each with what answers it',
  auth: 'member',
  limit: 'reads',
  params: onPost,
  query: paging,
  response: success(
    z.object({
      /** A flat list, which `parentPost._id` makes a tree. `limit` counts the direct replies. */
      comments: z.array(threaded),
      /** The ids of comments with more replies. The same call with such an id returns the rest. */
      cutShort: z.array(id),
      pagination: commentPage.extend({ notShown }),
    }),
  ),
});

export const listAncestors = endpoint({
  method: 'GET',
  path: '/api/posts/:postId/ancestors',
  summary: 'What a comment answers, from the post at the root down to its parent',
  auth: 'member',
  limit: 'reads',
  params: onPost,
  response: success(
    z.object({
      ancestors: z.array(threaded),
      /** Whether comments are missing between the root, which comes first, and the others. */
      hasGap: z.boolean(),
    }),
  ),
});

export const listUserComments = endpoint({
  method: 'GET',
  path: '/api/posts/user/:userId/comments',
  summary: 'A person’s comments, newest first',
  auth: 'member',
  limit: 'reads',
  params: z.object({ userId: id }),
  query: paging,
  response: success(z.object({ comments: z.array(post), pagination: commentPage })),
});

export const muteThread = endpoint({
  method: 'PUT',
  path: '/api/posts/:postId/mute',
  summary: 'Get no more notifications of a thread; again is a success that changes nothing',
  auth: 'member',
  limit: 'writes',
  params: onPost,
  response: done,
});

export const unmuteThread = endpoint({
  method: 'DELETE',
  path: '/api/posts/:postId/mute',
  summary: 'Get notifications of a thread again',
  auth: 'member',
  limit: 'writes',
  params: onPost,
  response: done,
});

export const pinPost = endpoint({
  method: 'PUT',
  path: '/api/posts/:postId/pin',
  summary: 'Show an own post first on the profile, instead of the one pinned before',
  auth: 'member',
  limit: 'writes',
  params: onPost,
  response: done,
});

export const unpinPost = endpoint({
  method: 'DELETE',
  path: '/api/posts/:postId/pin',
  summary: 'Show an own post first no more; again is a success that changes nothing',
  auth: 'member',
  limit: 'writes',
  params: onPost,
  response: done,
});
