import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { onPost, post } from './posts.ts';
import { id, success } from './wire.ts';

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
