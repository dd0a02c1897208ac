import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { onPost, post, postPage } from './posts.ts';
import { id, paging, success } from './wire.ts';

export const toggleLike = endpoint({
  method: 'POST',
  path: '/api/posts/:postId/like',
  summary: 'Like or unlike',
  auth: 'member',
  limit: 'reactions',
  params: onPost,
  response: success(z.object({ liked: z.boolean(), postId: id, likeCount: z.int() })),
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
