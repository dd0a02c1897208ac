import type { Context } from '../context.ts';
import type { Window } from '../http/paging.ts';
import { visibleTo } from './visibility.ts';

type Place = Window<{ id: string }>;

/** Ids of a person's posts and reposts that the viewer may see, newest first. */
export async function listPostIdsOf(ctx: Context, authorId: string, viewerId: string, page: Place) {
  return idsBy(ctx, authorId, page)
    .where('kind', '<>', 'comment')
    .where(visibleTo(viewerId, 'posts'))
    .execute();
}

/** Ids of a person's comments that the viewer may see, newest first; of one's own, all. */
export async function listCommentIdsOf(
  ctx: Context,
  authorId: string,
  viewerId: string,
  page: Place,
) {
  return idsBy(ctx, authorId, page)
    .where('kind', '=', 'comment')
    .$if(authorId !== viewerId, (query) => query.where(visibleTo(viewerId, 'posts')))
    .execute();
}

function idsBy(ctx: Context, authorId: string, page: Place) {
  return ctx.db
    .selectFrom('author_posts')
    .innerJoin('posts', 'posts.id', 'author_posts.post_id')
    .select('author_posts.post_id as id')
    .where('author_posts.author_id', '=', authorId)
    .$if(page.after !== null, (query) =>
      query.where('author_posts.post_id', '<', page.after?.id ?? ''),
    )
    .orderBy('author_posts.post_id', 'desc')
    .limit(page.limit)
    .offset(page.offset);
}
