import * as endpoints from '@roost/contract/search';
import { fold } from '@roost/contract/words';
import { z } from 'zod';
import type { MemberContext } from '../context.ts';
import { forCandidates } from '../db/reads.ts';
import { pageOf, timeText, windowOf } from '../http/paging.ts';
import type { Route } from '../http/route.ts';
import { viewPosts } from '../posts/view-posts.ts';
import { viewUsers } from '../users/view-users.ts';
import {
  findTagsLike,
  listTaggedIds,
  listTrendingTags,
  type CountedTag,
} from './hashtag.queries.ts';
import { findPeople, listNewestFollowed } from './people.queries.ts';
import { searchPlace, searchPosts } from './search-posts.ts';

const taggedPlace = z.object({ id: z.uuid() });
const personPlace = z.object({
  tier: z.int().min(0).max(3),
  weight: z.int().min(0).max(100),
  id: z.uuid(),
  since: timeText,
});

/** Contract §3: below this many characters nobody is found. */
const SHORTEST_NAME = 2;
const SUGGESTIONS = 6;

export function searchRoutes(route: Route): void {
  route(endpoints.searchPosts, async (ctx, { query }) => {
    const page = windowOf(query, searchPlace);
    const found = await searchPosts(forCandidates(ctx), query.query, page);
    const { rows, pagination, total } = pageOf(found, query, page, (last) => last);
    const { currentPage, totalPages } = pagination;
    return {
      data: {
        posts: await viewPosts(ctx, idsOf(rows)),
        currentPage,
        totalPages,
        totalPosts: total,
        query: query.query,
        pagination: { ...pagination, totalPosts: total },
      },
    };
  });

  route(endpoints.listHashtag, async (ctx, { params, query }) => {
    const page = windowOf(query, taggedPlace);
    const found = await listTaggedIds(forCandidates(ctx), tagOf(params.tag), ctx.viewer.id, page);
    const { rows, pagination, total } = pageOf(found, query, page, ({ id }) => ({ id }));
    const posts = await viewPosts(ctx, idsOf(rows));
    return { data: { posts, pagination: { ...pagination, totalPosts: total } } };
  });

  route(endpoints.listTrending, async (ctx) => ({
    success: true as const,
    hashtags: (await listTrendingTags(forCandidates(ctx))).map(viewTag),
  }));

  route(endpoints.searchUsers, async (ctx, { query }) => {
    const page = windowOf(query, personPlace);
    const name = nameOf(query.query);
    const found =
      [...name].length < SHORTEST_NAME
        ? []
        : await findPeople(forCandidates(ctx), ctx.viewer.id, name, page);
    const { rows, pagination, total } = pageOf(found, query, page, (last) => last);
    const { currentPage, totalPages } = pagination;
    return {
      data: {
        users: await viewUsers(ctx, idsOf(rows)),
        currentPage,
        totalPages,
        totalUsers: total,
        pagination: { ...pagination, totalUsers: total },
      },
    };
  });

  route(endpoints.suggestMentions, async (ctx, { query }) => ({
    data: await suggestMentions(ctx, nameOf(query.query)),
  }));

  route(endpoints.suggestHashtags, async (ctx, { query }) => {
    const start = tagOf(query.query);
    return {
      data:
        start === ''
          ? []
          : (await findTagsLike(ctx, ctx.viewer.id, start, SUGGESTIONS)).map(viewTag),
    };
  });
}

async function suggestMentions(ctx: MemberContext, name: string) {
  const { id } = ctx.viewer;
  const whole = { after: null, offset: 0, limit: SUGGESTIONS };
  const found =
    name === ''
      ? await listNewestFollowed(ctx, id, SUGGESTIONS)
      : await findPeople(ctx, id, name, whole);
  return viewUsers(ctx, idsOf(found));
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

function viewTag({ tag, count }: CountedTag) {
  return { _id: tag, count };
}

/** With or without `#`, in any case. */
function tagOf(typed: string): string {
  return fold(typed.replace(/^[#＃]/u, ''));
}

/** What of it can be in a name. */
function nameOf(typed: string): string {
  return typed.replace(/[^\p{L}\p{M}\p{N}_]+/gu, ' ').trim();
}
