import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { onPost } from './posts.ts';
import { userCard } from './users.ts';
import { notShown, pagination, paging, success } from './wire.ts';

const engagers = success(
  z.object({ users: z.array(userCard), pagination: pagination.extend({ notShown }) }),
);

export const listLikers = endpoint({
  method: 'GET',
  path: '/api/posts/:postId/likes',
  summary: 'Who likes a post, the latest like first',
  auth: 'member',
  limit: 'reads',
  params: onPost,
  query: paging,
  response: engagers,
});

export const listReposters = endpoint({
  method: 'GET',
  path: '/api/posts/:postId/reposts',
  summary: 'Who reposted a post, the latest repost first',
  auth: 'member',
  limit: 'reads',
  params: onPost,
  query: paging,
  response: engagers,
});
