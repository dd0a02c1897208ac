import * as words from '#words/search';
import { findHighlights, parseSearch } from '@roost/contract/text/search-query';
import { useMemo } from 'react';
import { HighlightsContext } from '../../posts/card/highlights.ts';
import { PostList } from '../../posts/list/post-list.tsx';
import type { PostListQuery } from '../../posts/post-lists.ts';
import { searchPostsQuery } from '../../posts/search-lists.ts';
import { searchPeopleQuery } from '../../users/search-people.query.ts';
import { asksForName } from '../asks-for-name.ts';

/** The posts wait at most this long for the people above them. */
const PEOPLE_WAIT_MS = 1000;

/** Posts that match a search, with the matches highlighted. */
export function PostResults({ q }: { q: string }) {
  const query = useMemo(() => postsAfterPeople(q), [q]);
  const find = useMemo(() => {
    const parsed = parseSearch(q);
    return (text: string) => findHighlights(text, parsed);
  }, [q]);
  return (
    <HighlightsContext value={find}>
      <PostList
        key={q}
        query={query}
        label={words.postsWith({ q })}
        empty={words.noPostsFoundFor({ q })}
        errorText={() => words.errorSearchingPosts}
      />
    </HighlightsContext>
  );
}

/** The query for posts. Its rows appear after `TopPeople` has its answer, or after the maximum wait. */
function postsAfterPeople(q: string): PostListQuery {
  const query = searchPostsQuery(q);
  if (!asksForName(q)) return query;
  return (...sizes) => {
    const options = query(...sizes);
    return {
      ...options,
      async queryFn(context) {
        // This promise never rejects.
        const people = context.client.prefetchInfiniteQuery(searchPeopleQuery(q, true));
        const page = await options.queryFn!(context);
        await Promise.race([people, wait(PEOPLE_WAIT_MS)]);
        // The cache reports answers in a later task. If it reported both in one, `TopPeople` could show people above the skeleton.
        await wait(0);
        return page;
      },
    };
  };
}

async function wait(ms: number): Promise<void> {
  await new Promise((done) => setTimeout(done, ms));
}
