import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { onPost, parentPost, post, unavailablePost } from './posts.ts';
import { id, pagination, paging, success } from './wire.ts';

/** A removed or hidden comment that others answered: only its place in the thread is left. */
export const unavailableComment = unavailablePost.extend({ parentPost: parentPost.nullable() });
export type UnavailableComment = z.infer<typeof unavailableComment>;

const threaded = z.union([post, unavailableComment]);
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
      /** Flat; a tree by `parentPost._id`. `limit` counts the direct replies. */
      comments: z.array(threaded),
      /** Ids of those that have more replies than are here: the rest by the same call on their id. */
      cutShort: z.array(id),
      pagination: commentPage,
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
      /** Some are left out between the first, which is the root, and the others. */
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
