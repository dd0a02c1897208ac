import { AppError } from '@roost/contract/errors';
import * as endpoints from '@roost/contract/posts';
import { z } from 'zod';
import type { MemberContext } from '../context.ts';
import { pageOf, totalUpTo, windowOf } from '../http/paging.ts';
import type { Route } from '../http/route.ts';
import { isBlocked, loadPeople } from '../users/view-users.ts';
import { createPost } from './create-post.ts';
import { deletePost } from './delete-post.ts';
import { editPost } from './edit-post.ts';
import { listPostIdsOf } from './user-posts.queries.ts';
import { viewPosts } from './view-posts.ts';

const place = z.object({ id: z.uuid() });

export function postsRoutes(route: Route): void {
  route(endpoints.createPost, async (ctx, { body }, { files }) => ({
    data: await createPost(ctx, { ...body, files }),
    message: body.parentPost ? 'Comment added successfully!' : 'Post created successfully!',
  }));

  route(endpoints.getPost, async (ctx, { params }) => {
    const [post] = await viewPosts(ctx, [params.postId]);
    if (!post) throw new AppError('not_found', { message: 'Post not found.' });
    return { data: post };
  });

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
    const found = await listPostIdsOf(ctx, params.userId, ctx.viewer.id, windowOf(query, place));
    const { rows, pagination } = pageOf(found, query, ({ id }) => ({ id }));
    const totalPosts = totalUpTo(query, rows.length, pagination.nextCursor !== null);
    const { currentPage, totalPages } = pagination;
    return {
      data: {
        posts: await viewPosts(
          ctx,
          rows.map((row) => row.id),
        ),
        currentPage,
        totalPages,
        totalPosts,
        pagination: { ...pagination, totalPosts },
      },
    };
  });
}

/** Nothing of a person is listed where a block stands between. */
async function assertOpen(ctx: MemberContext, userId: string): Promise<void> {
  const person = (await loadPeople(ctx, [userId])).get(userId);
  if (!person || isBlocked(person)) throw new AppError('not_found', { message: 'User not found.' });
}
