import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { tiers } from './limits.ts';
import { alt, media } from './media.ts';
import { text } from './text.ts';
import { namedUser, postOwner } from './users.ts';
import { done, id, pagination, paging, repeated, success, time } from './wire.ts';

export const visibility = z.enum(['public', 'followers']);
export type Visibility = z.infer<typeof visibility>;

/** What a post or comment says; the tier's own length is the operation's to check. */
const content = text(tiers.premium.postLength);

/** A deleted and a hidden parent have one shape, so the one can't be told from the other. */
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
  edits: z.object({
    isedited: z.boolean(),
    editedAt: time.nullable(),
    editvalidtill: time,
    editchancesleft: z.int(),
  }),
  createdAt: time,
  updatedAt: time,
});

const originalPost = postFields.extend({ isRepost: z.literal(false), originalPost: z.null() });
export type OriginalPost = z.infer<typeof originalPost>;

/** A repost repeats its original's content and media, and its flags and stats are its original's. */
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
    /** Empty counts as absent: forms send every field they have. */
    parentPost: z.union([id, z.literal('').transform(() => undefined)]).optional(),
    /** Own uploads by /api/media, in the order shown, before those of `media`. */
    mediaIds: repeated(id, tiers.premium.files),
    /** What each of `media` shows, in its order. */
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
  response: success(post),
});

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/posts/:postId',
  summary: 'Delete an own post, or take an own repost away',
  auth: 'member',
  limit: 'writes',
  params: onPost,
  response: done,
});

export const toggleLike = endpoint({
  method: 'POST',
  path: '/api/posts/:postId/like',
  summary: 'Like or unlike',
  auth: 'member',
  limit: 'reactions',
  params: onPost,
  response: success(z.object({ liked: z.boolean(), postId: id, likeCount: z.int() })),
});

export const repost = endpoint({
  method: 'POST',
  path: '/api/posts/:postId/repost',
  summary: 'Repost; again is a success that changes nothing',
  auth: 'member',
  limit: 'reactions',
  params: onPost,
  status: 201,
  response: success(z.object({ repost: post })),
});

export const unrepost = endpoint({
  method: 'DELETE',
  path: '/api/posts/:postId/unrepost',
  summary: 'Take an own repost away',
  auth: 'member',
  limit: 'reactions',
  params: onPost,
  response: success(z.object({ originalPostId: id })),
});

export const toggleBookmark = endpoint({
  method: 'POST',
  path: '/api/users/bookmarks/:postId',
  summary: 'Bookmark, or take the bookmark away',
  auth: 'member',
  limit: 'reactions',
  params: onPost,
  response: success(z.object({ bookmarks: z.array(id), bookmarked: z.boolean() })),
});

/** 'foryou' is ranked, 'following' what followed people post, by time. */
export const feedTab = z.enum(['foryou', 'following']);
export type FeedTab = z.infer<typeof feedTab>;

export const getFeed = endpoint({
  method: 'GET',
  path: '/api/posts/feed',
  summary: 'The home feed',
  auth: 'member',
  limit: 'reads',
  query: paging.extend({ tab: feedTab.catch('foryou').optional().default('foryou') }),
  response: success(z.object({ posts: z.array(post), pagination: postPage })),
});

const postList = success(z.object({ posts: z.array(post), pagination: postPage }));

export const listLikes = endpoint({
  method: 'GET',
  path: '/api/posts/user-likes',
  summary: 'What the viewer likes, newest like first',
  auth: 'member',
  limit: 'reads',
  query: paging,
  response: postList,
});

export const listBookmarks = endpoint({
  method: 'GET',
  path: '/api/users/bookmarks',
  summary: 'What the viewer keeps, newest bookmark first',
  auth: 'member',
  limit: 'reads',
  query: paging,
  response: postList,
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
      totalPages: z.int(),
      currentPage: z.int(),
      totalPosts: z.int(),
      pagination: postPage,
    }),
  ),
});
