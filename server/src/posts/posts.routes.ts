import * as endpoints from '@roost/contract/posts';
import { z } from 'zod';
import { pageOf, windowOf } from '../http/paging.ts';
import type { Route } from '../http/route.ts';
import { assertOpen } from '../users/view-users.ts';
import { createPost } from './create-post.ts';
import { deletePost } from './delete-post.ts';
import { editPost } from './edit-post.ts';
import { listPostIdsOf } from './user-posts.queries.ts';
import { viewPost, viewPosts } from './view-posts.ts';

const place = z.object({ id: z.uuid() });

export function postsRoutes(route: Route): void {
  route(
    endpoints.createPost,
    async (ctx, { body }, { files }) => ({
      data: await createPost(ctx, { ...body, files }),
      message: body.parentPost ? 'Comment added successfully!' : 'Post created successfully!',
    }),
    {
      keep: ({ data, message }) => ({ id: data._id, message }),
      again: async (ctx, { id, message }: { id: string; message: string }) => ({
        data: await viewPost(ctx, id),
        message,
      }),
    },
  );

  route(endpoints.getPost, async (ctx, { params }) => ({
    data: await viewPost(ctx, params.postId),
  }));

  route(endpoints.editPost, async (ctx, { params, body }) => ({
    data: await editPost(ctx, params.postId, body.content),
    message: 'Post updated.',
  }));

  route(endpoints.deletePost, async (ctx, { params }) => {
    await deletePost(ctx, params.postId);
    return { message: 'Post deleted.' };
  });

  route(endpoints.listUserPosts, async (ctx, { params, query }) => {
    await assertOpen(ctx, params.userId);
    const page = windowOf(query, place);
    const found = await listPostIdsOf(ctx, params.userId, ctx.viewer.id, page);
    const { rows, pagination, total } = pageOf(found, query, page, ({ id }) => ({ id }));
    const { currentPage, totalPages } = pagination;
    return {
      data: {
        posts: await viewPosts(
          ctx,
          rows.map((row) => row.id),
        ),
        currentPage,
        totalPages,
        totalPosts: total,
        pagination: { ...pagination, totalPosts: total },
      },
    };
  });
}
