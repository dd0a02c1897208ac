import * as words from '#words/shell';
import { UserRowSkeletons } from '../../features/users/user-row-skeleton.tsx';
import type { PeopleSearch } from '../../features/users/use-people-search.ts';
import { LoadError } from '../../ui/states/load-error.tsx';

/** The state of the search for people, below the rows: it runs, it failed, or it found nobody. */
export function PeopleState({ search }: { search: PeopleSearch }) {
  const { stage, found, people, isCurrent } = search;
  if (stage === 'too short' || people.length > 0) return null;
  if (stage === 'asked' && found.isError)
    return (
      <LoadError message={words.peopleCouldNotBeSearched} onRetry={() => void found.refetch()} />
    );
  if (isCurrent && found.data)
    return <p className="px-6 py-3 text-meta text-muted">{words.noPersonMatches}</p>;
  return (
    <div className="px-2 pt-2">
      <UserRowSkeletons count={2} isCompact />
    </div>
  );
}
