// Not in `post-lists.ts`, because the first screen needs none of these lists.
import { listUserComments, listUserMedia, listUserPosts } from '@roost/contract/posts';
import { listBookmarks, listLikes } from '@roost/contract/reactions';
import { call } from '../../lib/api/api.ts';
import { postKeys } from './post-keys.ts';
import { listQuery, type PostListQuery } from './post-lists.ts';

export function userPostsQuery(userId: string): PostListQuery {
  return listQuery(postKeys.user(userId), ({ query, signal }) =>
    call(listUserPosts, { params: { userId }, query, signal }),
  );
}

/** The posts and comments of a person that have pictures or videos. */
export function userMediaQuery(userId: string): PostListQuery {
  return listQuery(postKeys.userMedia(userId), ({ query, signal }) =>
    call(listUserMedia, { params: { userId }, query, signal }),
  );
}

export function userCommentsQuery(userId: string): PostListQuery {
  return listQuery(postKeys.replies(userId), async ({ query, signal }) => {
    const { data } = await call(listUserComments, { params: { userId }, query, signal });
    return { data: { posts: data.comments, pagination: data.pagination } };
  });
}

export const likesQuery: PostListQuery = listQuery(postKeys.likes, (request) =>
  call(listLikes, request),
);

export const bookmarksQuery: PostListQuery = listQuery(postKeys.bookmarks, (request) =>
  call(listBookmarks, request),
);
