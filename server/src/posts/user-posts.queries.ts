import type { Context } from '../context.ts';
import type { Window } from '../http/paging.ts';
import { visibleTo } from './visibility.ts';

/** Ids of a person's posts and reposts that the viewer may see, newest first. */
export async function listPostIdsOf(
  ctx: Context,
  authorId: string,
  viewerId: string,
  page: Window<{ id: string }>,
) {
  return ctx.db
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', authorId)
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null)
    .where(visibleTo(viewerId, 'posts'))
    .$if(page.after !== null, (query) => query.where('id', '<', page.after?.id ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}
