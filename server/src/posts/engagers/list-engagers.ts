import type { Paging } from '@roost/contract/wire';
import { z } from 'zod';
import type { MemberContext } from '../../kernel/context.ts';
import { cutExtraRow, fillPage, notShown } from '../../platform/http/paging/fill-page.ts';
import { timeText, windowOf } from '../../platform/http/paging/paging.ts';
import { isBlocked, loadPeople, presentUnlessBlocked } from '../../users/present-users.ts';
import { loadTarget } from '../load-post.ts';
import { findPosts } from '../post.queries.ts';
import { listEngagerIds, type EngagementKind, type EngagerPosition } from './engager.queries.ts';

const cursor = z.object({ at: timeText, id: z.uuid() });

/**
 * Lists a page of the people who like or reposted a post, the latest first. It leaves out people whom the viewer may not see. The id of
 * a repost means its original. Throws `not_found` if the viewer may not see the post.
 */
export async function listEngagers(
  ctx: MemberContext,
  kind: EngagementKind,
  id: string,
  paging: Paging,
) {
  const { id: postId } = await loadTarget(ctx, id);
  const page = windowOf(ctx, paging, cursor, kind, postId);
  const load = async (rows: EngagerPosition[]) => {
    const people = await loadPeople(
      ctx,
      rows.map((row) => row.id),
    );
    return rows.map((row) => people.get(row.id));
  };
  const found = await fillPage(ctx, page, paging, {
    list: async (after: EngagerPosition | null, wanted) =>
      cutExtraRow(
        wanted,
        await listEngagerIds(ctx, { kind, postId, viewerId: ctx.viewer.id }, after, wanted + 1),
      ),
    positionOf: ({ at, id: personId }) => ({ at, id: personId }),
    present: async (rows: EngagerPosition[]) =>
      (await load(rows)).map((person) => presentUnlessBlocked(ctx, person)),
    checkVisibility: async (rows) =>
      (await load(rows)).map((person) => person !== undefined && !isBlocked(person)),
  });
  const [counts] = found.hasMore ? [] : await findPosts(ctx, [postId]);
  const counted = kind === 'likes' ? counts?.like_count : counts?.repost_count;
  return {
    users: found.shown,
    pagination: { ...found.pagination, notShown: notShown(counted ?? 0, found) },
  };
}
