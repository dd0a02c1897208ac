import type { Post } from '@roost/contract/posts';
import type { Paging } from '@roost/contract/wire';
import { z } from 'zod';
import type { MemberContext } from '../../kernel/context.ts';
import { cutExtraRow, fillPage } from '../../platform/http/paging/fill-page.ts';
import { windowOf } from '../../platform/http/paging/paging.ts';
import { checkVisibility } from '../access/find-visible-posts.ts';
import { presentEach } from '../hydration/present-posts.ts';
import { assertFound } from './assert-found.ts';
import { findWithMedia, listMediaOf, type AuthorMedia } from './user-posts.queries.ts';

const cursor = z.object({ id: z.uuid() });

/**
 * Lists a page of a person's posts and comments with pictures or videos, newest first. Throws `not_found` as `listUserPosts`
 * does.
 */
export async function listUserMedia(ctx: MemberContext, userId: string, paging: Paging) {
  const page = windowOf(ctx, paging, cursor, 'media by', userId);
  const found = await fillPage<{ id: string }, AuthorMedia, Post>(ctx, page, paging, {
    list: async (after, wanted) =>
      cutExtraRow(wanted, await listMediaOf(ctx, userId, after?.id ?? null, wanted + 1)),
    positionOf: ({ id }) => ({ id }),
    present: async (rows) => {
      const ids = rows.map(({ id }) => id);
      const posts = await presentEach(ctx, ids);
      return posts.map((post) => (post && post.media.length > 0 ? post : undefined));
    },
    checkVisibility: async (rows) => {
      const [visible, withMedia] = await Promise.all([
        checkVisibility(ctx, rows),
        findWithMedia(ctx, idsOfUnknown(rows)),
      ]);
      return rows.map(
        ({ id, has_media }, n) => visible[n] === true && (has_media ?? withMedia.has(id)),
      );
    },
  });
  return assertFound(ctx, userId, found);
}

/** Posts of an older version do not say whether they have media. */
const idsOfUnknown = (rows: AuthorMedia[]): string[] =>
  rows.filter(({ has_media }) => has_media === null).map(({ id }) => id);
