import * as endpoints from '@roost/contract/search';
import { fold, normalized } from '@roost/contract/text/words';
import { z } from 'zod';
import type { MemberContext } from '../kernel/context.ts';
import { pageOf, timeText, windowOf } from '../platform/http/paging/paging.ts';
import type { Route } from '../platform/http/route.ts';
import { presentUsers } from '../users/present-users.ts';
import {
  findTagsLike,
  listTaggedIds,
  listTrendingTags,
  type CountedTag,
} from './hashtag.queries.ts';
import { findPeopleByName, listNewestFollowed } from './user-search.queries.ts';
import { presentFoundPosts } from './present-found-posts.ts';
import { postSearchCursor, searchPosts } from './search-posts.ts';

const hashtagCursor = z.object({ id: z.uuid() });
const userSearchCursor = z.object({
  tier: z.int().min(0).max(3),
  weight: z.int().min(0).max(100),
  id: z.uuid(),
  since: timeText,
});

/** A search for people needs at least this many characters. */
const MIN_NAME_LENGTH = 2;
const MAX_SUGGESTIONS = 6;

export function searchRoutes(route: Route): void {
  postRoutes(route);
  hashtagRoutes(route);
  userRoutes(route);
}

function postRoutes(route: Route): void {
  route(endpoints.searchPosts, async (ctx, { query }) => {
    const page = windowOf(ctx, query, postSearchCursor, 'post search', query.query);
    const { posts, pagination, total } = await presentFoundPosts(ctx, query, page, {
      find: async (range) => searchPosts(ctx, query.query, range),
      positionOf: (match) => match,
    });
    const { currentPage, totalPages } = pagination;
    return {
      data: {
        posts,
        currentPage,
        totalPages,
        totalPosts: total,
        query: query.query,
        pagination: { ...pagination, totalPosts: total },
      },
    };
  });
}

function hashtagRoutes(route: Route): void {
  route(endpoints.listHashtag, async (ctx, { params, query }) => {
    const page = windowOf(ctx, query, hashtagCursor, 'hashtag', tagOf(params.tag));
    const { posts, pagination, total } = await presentFoundPosts(ctx, query, page, {
      find: async (range) => listTaggedIds(ctx, tagOf(params.tag), ctx.viewer.id, range),
      positionOf: ({ id }) => ({ id }),
    });
    return { data: { posts, pagination: { ...pagination, totalPosts: total } } };
  });

  route(endpoints.listTrending, async (ctx) => ({
    success: true as const,
    hashtags: (await listTrendingTags(ctx)).map(presentTag),
  }));

  route(endpoints.suggestHashtags, async (ctx, { query }) => {
    const start = tagOf(query.query);
    return {
      data:
        start === ''
          ? []
          : (await findTagsLike(ctx, ctx.viewer.id, start, MAX_SUGGESTIONS)).map(presentTag),
    };
  });
}

function userRoutes(route: Route): void {
  route(endpoints.searchUsers, async (ctx, { query }) => {
    const page = windowOf(ctx, query, userSearchCursor, 'people search', query.query);
    const name = nameOf(query.query);
    const found =
      [...name].length < MIN_NAME_LENGTH
        ? []
        : await findPeopleByName(ctx, ctx.viewer.id, name, page);
    const { rows, pagination, total } = pageOf(found, query, page, (last) => last);
    const { currentPage, totalPages } = pagination;
    return {
      data: {
        users: await presentUsers(ctx, idsOf(rows)),
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
}

async function suggestMentions(ctx: MemberContext, name: string) {
  const { id } = ctx.viewer;
  const whole = { after: null, offset: 0, limit: MAX_SUGGESTIONS };
  const found =
    name === ''
      ? await listNewestFollowed(ctx, id, MAX_SUGGESTIONS)
      : await findPeopleByName(ctx, id, name, whole);
  return presentUsers(ctx, idsOf(found));
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

function presentTag({ tag, count }: CountedTag) {
  return { _id: tag, count };
}

/** The folded hashtag, without `#`. */
function tagOf(typed: string): string {
  return fold(typed.replace(/^[#＃]/u, ''));
}

/** No name is longer, and PostgreSQL compares names in more than linear time. */
const MAX_NAME_LENGTH = 100;

/** The part of the text that can stand in a name. */
function nameOf(typed: string): string {
  const name = normalized(typed, 'NFC').replace(/[^\p{L}\p{M}\p{N}_]+/gu, ' ');
  return [...name.trim()].slice(0, MAX_NAME_LENGTH).join('');
}
