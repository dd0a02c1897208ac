import type { UserCard } from '@roost/contract/users';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { SEARCH_DEBOUNCE_MS, SHORTEST_NAME } from '../../../lib/constants.ts';
import { uniqueById } from '../../../lib/unique-by-id.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { VerifiedBadge } from '../../../ui/badge.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { ListEnd } from '../../../ui/list-end.tsx';
import { useViewerId } from '../../auth/viewer.ts';
import { answerTo } from '../../posts/suggest/list-keys.ts';
import { peopleQuery } from '../../users/search-people.query.ts';
import { UserRowSkeletons } from '../../users/user-row-skeleton.tsx';

/** Whether the list took the key. */
export type OptionKeys = (key: string) => boolean;

interface PeopleOptionsProps {
  id: string;
  query: string;
  chosenId: string | undefined;
  takeKey: RefObject<OptionKeys | null>;
  /** The id of the option the keys stand on; undefined while there is none. */
  onActive: (id: string | undefined) => void;
  onPick: (person: UserCard) => void;
}

/** The people a name finds, for a box above that keeps the focus: arrows move, Enter picks. */
export function PeopleOptions(props: PeopleOptionsProps) {
  const { query } = props;
  const settled = useSettled(query, SEARCH_DEBOUNCE_MS);
  const isLongEnough = (text: string) => [...text].length >= SHORTEST_NAME;
  return (
    <div className="-mx-6 h-80 max-h-[45dvh] overflow-y-auto overscroll-contain">
      {!isLongEnough(query) ? (
        <p className="px-6 py-10 text-center text-muted">Start typing to search for users.</p>
      ) : !isLongEnough(settled) ? (
        <UserRowSkeletons count={4} isCompact />
      ) : (
        <Found {...props} settled={settled} />
      )}
    </div>
  );
}

const nobody: UserCard[] = [];

function Found({
  id,
  query,
  settled,
  chosenId,
  takeKey,
  onActive,
  onPick,
}: PeopleOptionsProps & { settled: string }) {
  const found = useInfiniteQuery({ ...peopleQuery(settled), placeholderData: keepPreviousData });
  const viewerId = useViewerId();
  const people = found.data
    ? uniqueById(found.data.pages.flatMap(({ users }) => users)).filter(
        ({ _id }) => _id !== viewerId,
      )
    : nobody;
  // Those found by what was typed before stay in sight, but no key may pick one of them.
  const isCurrent = settled === query && !found.isPlaceholderData;
  const [place, setPlace] = useState({ settled, index: 0 });
  if (place.settled !== settled) setPlace({ settled, index: 0 });
  const count = isCurrent ? people.length : 0;
  const index = Math.min(place.index, count - 1);
  const active = people[index];
  const idOf = (userId: string) => `${id}-${userId}`;
  const activeId = active && idOf(active._id);

  useEffect(() => {
    takeKey.current = (key) => {
      const answer = key === 'Tab' ? null : answerTo(key, { count, index });
      if (answer === null) return false;
      if (answer !== 'take') setPlace({ settled, index: answer.index });
      else if (active) onPick(active);
      return true;
    };
    return () => {
      takeKey.current = null;
    };
  }, [takeKey, active, settled, count, index, onPick]);
  useEffect(() => {
    onActive(activeId);
    return () => onActive(undefined);
  }, [activeId, onActive]);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [index]);

  if (found.isError && people.length === 0)
    return <LoadError message="Error searching users" onRetry={() => void found.refetch()} />;
  if (!found.data) return <UserRowSkeletons count={4} isCompact />;
  if (people.length === 0 && !found.hasNextPage)
    return <p className="px-6 py-10 text-center text-muted">No users found.</p>;
  return (
    <>
      <ul ref={list} id={id} role="listbox" aria-label="People" aria-busy={!isCurrent}>
        {people.map((person) => (
          <li
            key={person._id}
            id={idOf(person._id)}
            role="option"
            aria-selected={person._id === chosenId}
            data-active={person === active || undefined}
            // Pressed, not clicked: the box must not lose the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(person)}
            className="flex min-h-14 cursor-pointer items-center gap-3 px-6 py-2 hover:bg-hover data-active:bg-hover"
          >
            <PersonOption person={person} isChosen={person._id === chosenId} />
          </li>
        ))}
      </ul>
      <ListEnd list={found} count={people.length} ahead="0px" failed="Error searching users">
        <UserRowSkeletons count={2} isCompact />
      </ListEnd>
    </>
  );
}

function PersonOption({ person, isChosen }: { person: UserCard; isChosen: boolean }) {
  return (
    <>
      <Avatar user={person} size={40} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1 text-name font-semibold">
          <span className="min-w-0 truncate">
            <bdi>{person.fullName || person.username}</bdi>
          </span>
          {person.premium.isActive && <VerifiedBadge label="Premium" />}
        </span>
        <span className="block truncate text-meta text-muted">
          @{person.username}
          {person.isFollowingByCurrentUser && ' · Following'}
        </span>
      </span>
      {isChosen && (
        <Check size={20} strokeWidth={2.25} aria-hidden className="shrink-0 text-accent-text" />
      )}
    </>
  );
}
