import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { post } from './posts.ts';
import { text } from './text/text.ts';
import { userCard } from './users.ts';
import { pagination, paging, success } from './wire.ts';

/** The longest search query, in characters. */
export const MAX_SEARCH_LENGTH = 500;

const query = text(MAX_SEARCH_LENGTH).optional().default('');
const postPage = pagination.extend({ totalPosts: z.int() });

export const searchPosts = endpoint({
  method: 'GET',
  path: '/api/posts/search',
  summary: 'Posts by words, "phrases", #tags and from:username',
  auth: 'member',
  limit: 'searches',
  query: paging.extend({ query }),
  response: success(
    z.object({
      posts: z.array(post),
      totalPages: z.int(),
      currentPage: z.int(),
      totalPosts: z.int(),
      query: z.string(),
      pagination: postPage,
    }),
  ),
});

export const listHashtag = endpoint({
  method: 'GET',
  path: '/api/posts/hashtag/:tag',
  summary: 'Posts with a hashtag, newest first',
  auth: 'member',
  limit: 'searches',
  params: z.object({ tag: z.string().max(500) }),
  query: paging,
  response: success(z.object({ posts: z.array(post), pagination: postPage })),
});

const hashtag = z.object({ _id: z.string(), count: z.int() });
export type Hashtag = z.infer<typeof hashtag>;

export const listTrending = endpoint({
  method: 'GET',
  path: '/api/posts/trending-hashtags',
  summary: 'The ten hashtags most people write about; the same for everyone',
  auth: 'member',
  limit: 'reads',
  response: z.object({
    status: z.literal('success'),
    success: z.literal(true),
    hashtags: z.array(hashtag).max(10),
  }),
});

export const searchUsers = endpoint({
  method: 'GET',
  path: '/api/users/search',
  summary: 'People by name or username; those the viewer follows come first',
  auth: 'member',
  limit: 'searches',
  query: paging.extend({ query }),
  response: success(
    z.object({
      users: z.array(userCard),
      totalPages: z.int(),
      currentPage: z.int(),
      totalUsers: z.int(),
      pagination: pagination.extend({ totalUsers: z.int() }),
    }),
  ),
});

export const suggestMentions = endpoint({
  method: 'GET',
  path: '/api/search/mentions',
  summary: 'Whom a text being written may mention, those the viewer follows first',
  auth: 'member',
  limit: 'searches',
  query: z.object({ query }),
  response: success(z.array(userCard).max(6)),
});

export const suggestHashtags = endpoint({
  method: 'GET',
  path: '/api/search/hashtags',
  summary: 'Hashtags that begin like this, the most used first',
  auth: 'member',
  limit: 'searches',
  query: z.object({ query }),
  response: success(z.array(hashtag).max(6)),
});
