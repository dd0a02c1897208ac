import * as endpoints from '@roost/contract/posts';
import type { Route } from '../platform/http/route.ts';
import { createPost } from './create-post.ts';
import { deletePost } from './delete-post.ts';
import { editPost } from './edit-post.ts';
import { presentPost } from './hydration/present-posts.ts';
import { listUserMedia } from './lists/list-user-media.ts';
import { listUserPosts } from './lists/list-user-posts.ts';

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
        data: await presentPost(ctx, id),
        message,
      }),
    },
  );

  route(endpoints.getPost, async (ctx, { params }) => ({
    data: await presentPost(ctx, params.postId),
  }));

  route(endpoints.editPost, async (ctx, { params, body }) => ({
    data: await editPost(ctx, params.postId, body.content),
    message: 'Post updated.',
  }));

  route(endpoints.deletePost, async (ctx, { params, query }) => {
    await deletePost(ctx, params.postId, { keepsMedia: query.keep === 'media' });
    return { message: 'Post deleted.' };
  });

  route(endpoints.listUserPosts, async (ctx, { params, query }) => {
    const { shown, pinnedPost, pagination, total } = await listUserPosts(ctx, params.userId, query);
    const { currentPage, totalPages } = pagination;
    return {
      data: {
        posts: shown,
        pinnedPost,
        currentPage,
        totalPages,
        totalPosts: total,
        pagination: { ...pagination, totalPosts: total },
      },
    };
  });

  route(endpoints.listUserMedia, async (ctx, { params, query }) => {
    const { shown, pagination, total } = await listUserMedia(ctx, params.userId, query);
    return { data: { posts: shown, pagination: { ...pagination, totalPosts: total } } };
  });
}
