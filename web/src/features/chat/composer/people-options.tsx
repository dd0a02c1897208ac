import * as words from '#words/chat';
import { Autocomplete } from '@base-ui/react/autocomplete';
import type { UserCard } from '@roost/contract/users';
import { Check } from 'lucide-react';
import { Avatar } from '../../../ui/avatar.tsx';
import { NameLine } from '../../../ui/name-line.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { ListEnd } from '../../../ui/states/list-end.tsx';
import { UserRowSkeletons } from '../../users/user-row-skeleton.tsx';
import type { PeopleSearch } from '../../users/use-people-search.ts';
import { HandleLine } from '../../../ui/handle.tsx';

interface PeopleOptionsProps {
  search: PeopleSearch;
  chosenId: string | undefined;
  onPick: (person: UserCard) => void;
}

/** The search results as a listbox. */
export function PeopleOptions({ search, chosenId, onPick }: PeopleOptionsProps) {
  return (
    <div className="-mx-6 h-80 max-h-[45dvh] overflow-y-auto overscroll-contain">
      {search.stage === 'too short' ? (
        <p className="px-6 py-10 text-center text-muted">{words.startTypingToSearchForUsers}</p>
      ) : search.stage === 'typing' ? (
        <UserRowSkeletons count={4} isCompact />
      ) : (
        <Found search={search} chosenId={chosenId} onPick={onPick} />
      )}
    </div>
  );
}

function Found({ search: { found, people, isCurrent }, chosenId, onPick }: PeopleOptionsProps) {
  if (found.isError && people.length === 0)
    return <LoadError message={words.errorSearchingUsers} onRetry={() => void found.refetch()} />;
  if (!found.data) return <UserRowSkeletons count={4} isCompact />;
  if (people.length === 0 && !found.hasNextPage)
    return <p className="px-6 py-10 text-center text-muted">{words.noUsersFound}</p>;
  return (
    <>
      <Autocomplete.List
        aria-label={words.people}
        aria-busy={!isCurrent}
        // The text field must keep the focus.
        onMouseDown={(event) => event.preventDefault()}
      >
        {people.map((person) => (
          <Autocomplete.Item
            key={person._id}
            value={person}
            aria-selected={person._id === chosenId}
            onClick={(event) => {
              // The typed text stays in the field.
              event.preventBaseUIHandler();
              onPick(person);
            }}
            className="flex min-h-14 cursor-pointer items-center gap-3 px-6 py-2 outline-none hover:bg-hover data-highlighted:bg-hover"
          >
            <PersonOption person={person} isChosen={person._id === chosenId} />
          </Autocomplete.Item>
        ))}
      </Autocomplete.List>
      <ListEnd list={found} count={people.length} ahead="0px" failed={words.errorSearchingUsers}>
        <UserRowSkeletons count={2} isCompact />
      </ListEnd>
    </>
  );
}

function PersonOption({ person, isChosen }: { person: UserCard; isChosen: boolean }) {
  const { username } = person;
  return (
    <>
      <Avatar user={person} size={40} />
      <span className="min-w-0 flex-1">
        <NameLine user={person} />
        <span className="flex text-meta whitespace-pre text-muted">
          <HandleLine username={username} />
          {person.isFollowingByCurrentUser && words.followed}
        </span>
      </span>
      {isChosen && <Check strokeWidth={2.25} className="shrink-0 text-accent-text" />}
    </>
  );
}
