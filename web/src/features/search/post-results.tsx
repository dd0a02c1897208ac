import { findMarks, parseSearch } from '@roost/contract/search-query';
import { useMemo } from 'react';
import { MarksContext } from '../posts/marks.ts';
import { PostList } from '../posts/post-list.tsx';
import { searchPostsQuery } from '../posts/post-lists.ts';

/** Posts with what was looked for, and where they have it. */
export function PostResults({ q }: { q: string }) {
  const query = useMemo(() => searchPostsQuery(q), [q]);
  const marks = useMemo(() => {
    const parsed = parseSearch(q);
    return (text: string) => findMarks(text, parsed);
  }, [q]);
  return (
    <MarksContext value={marks}>
      <PostList
        key={q}
        query={query}
        label={`Posts with ${q}`}
        empty={`No posts found for "${q}".`}
        errorText={() => 'Error searching posts'}
      />
    </MarksContext>
  );
}
