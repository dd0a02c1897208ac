import * as words from '#words/search';
import { findHighlights, parseSearch } from '@roost/contract/text/search-query';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { searchPostsQuery } from '../../posts/search-lists.ts';
import { searchPeopleQuery } from '../../users/search-people.query.ts';
import { UserRow } from '../../users/user-row.tsx';
import { asksForName } from '../asks-for-name.ts';

/** The maximum number of people here. The tab People shows all. */
const MAX_PEOPLE = 3;

/**
 * People whose names match the query, above the posts. Renders nothing if there are none. The posts wait a little for
 * them. People who arrive after the posts are not shown, because they would move posts that somebody reads.
 */
export function TopPeople({ q, onShowAll }: { q: string; onShowAll: () => void }) {
  const isName = asksForName(q);
  const { data, isPending } = useInfiniteQuery({ ...searchPeopleQuery(q, true), enabled: isName });
  // Only observes the query. The list below fetches it.
  const posts = useInfiniteQuery({ ...searchPostsQuery(q)(), enabled: false });
  const [isLate, setLate] = useState(false);
  if (!isLate && !posts.isPending && isName && isPending) setLate(true);
  const hasPosts = posts.data?.pages.some((page) => page.posts.length > 0);
  if (!isName || !data || posts.isPending || (isLate && hasPosts)) return null;
  const parsed = parseSearch(q);
  // The people search also returns similar names.
  const people = data.pages
    .flatMap(({ users }) => users)
    .filter(
      ({ fullName, username }) => findHighlights(`${fullName} ${username}`, parsed).length > 0,
    );
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="top-people">
      <h2 id="top-people" className="px-4 pt-4 pb-1 text-title font-bold">
        {words.people}
      </h2>
      <ul aria-labelledby="top-people">
        {people.slice(0, MAX_PEOPLE).map((user) => (
          <li key={user._id}>
            <UserRow user={user} />
          </li>
        ))}
      </ul>
      <div className="border-b border-line px-4 pb-3">
        <button
          type="button"
          onClick={onShowAll}
          className="-ms-1 rounded-xs px-1 text-body font-medium text-accent-text hover:underline pointer-coarse:min-h-touch"
        >
          {words.showAllPeople}
        </button>
      </div>
    </section>
  );
}
