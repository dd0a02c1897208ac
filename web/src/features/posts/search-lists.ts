// Not in `post-lists.ts`, because the first screen does not search.
import { listHashtag, searchPosts } from '@roost/contract/search';
import { hashtagOf } from '@roost/contract/text/hashtag';
import { call } from '../../lib/api/api.ts';
import { isNothingFound } from '../../lib/api/nothing-found.ts';
import { postKeys } from './post-keys.ts';
import { listQuery, type PageAnswer, type PostListQuery } from './post-lists.ts';

/** A single hashtag returns its list, newest first. Every other text is a search. */
export function searchPostsQuery(text: string): PostListQuery {
  const tag = hashtagOf(text);
  return listQuery(postKeys.search(text), async ({ query, signal }) => {
    try {
      return tag
        ? await call(listHashtag, { params: { tag }, query, signal }, { quiet: isNothingFound })
        : await call(
            searchPosts,
            { query: { ...query, query: text }, signal },
            { quiet: isNothingFound },
          );
    } catch (error) {
      if (isNothingFound(error)) return nothing;
      throw error;
    }
  });
}

const nothing: PageAnswer = { data: { posts: [], pagination: { nextCursor: null } } };
