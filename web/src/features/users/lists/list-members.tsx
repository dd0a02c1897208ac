import * as words from '#words/users';
import type { UserCard } from '@roost/contract/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { uniqueById } from '../../../lib/cache/unique-by-id.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { PeoplePages } from '../people-pages.tsx';
import { UserRow } from '../user-row.tsx';
import { UserRowSkeletons } from '../user-row-skeleton.tsx';
import { usePeopleSearch } from '../use-people-search.ts';
import { useAddMember, useRemoveMember } from './change-lists.ts';
import { membersQuery } from './lists.query.ts';

const SEARCH_ID = 'add-people';

/** The people on a list, and a search that adds some. */
export function ListMembers({ listId }: { listId: string }) {
  const [text, setText] = useState('');
  const list = useInfiniteQuery(membersQuery(listId));
  const members = uniqueById(list.data?.pages.flatMap(({ users }) => users) ?? []);
  const isSearching = text.trim() !== '';
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  // A found person can be on any page of the list.
  useEffect(() => {
    if (isSearching && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isSearching, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return (
    <>
      <div className="border-b border-line px-4 py-3">
        <SearchField
          id={SEARCH_ID}
          label={words.addPeopleBySearch}
          placeholder={words.addPeopleBySearch}
          clearLabel={words.clear}
          type="search"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onClear={() => {
            setText('');
            document.getElementById(SEARCH_ID)?.focus();
          }}
        />
      </div>
      {!isSearching ? (
        <PeoplePages
          list={list}
          title={words.peopleOnThisList}
          empty={words.nobodyIsOnThisList}
          emptyAction={
            <Button onClick={() => document.getElementById(SEARCH_ID)?.focus()}>
              {words.addPeople}
            </Button>
          }
          failed={words.errorLoadingList}
          hidden={(count) => words.peopleNotShownOnList({ count })}
          actions={(person) => <MemberButton listId={listId} person={person} isOn isInList />}
        />
      ) : (
        <FoundPeople listId={listId} text={text.trim()} members={members} />
      )}
    </>
  );
}

function FoundPeople({
  listId,
  text,
  members,
}: {
  listId: string;
  text: string;
  members: UserCard[];
}) {
  const { stage, found, people, isCurrent } = usePeopleSearch(text, true);
  if (stage === 'too short')
    return <p className="px-4 py-8 text-center text-muted">{words.typeTwoLetters}</p>;
  if (found.isError && people.length === 0)
    return <LoadError message={words.errorSearching} onRetry={() => void found.refetch()} />;
  if (people.length === 0)
    return isCurrent ? <EmptyState title={words.nobodyFound} /> : <UserRowSkeletons count={2} />;
  return (
    <ul aria-label={words.peopleFound}>
      {people.map((person) => (
        <li key={person._id} className="long-list-row">
          <UserRow
            user={person}
            actions={
              <MemberButton
                listId={listId}
                person={person}
                isOn={members.some(({ _id }) => _id === person._id)}
              />
            }
          />
        </li>
      ))}
    </ul>
  );
}

interface MemberButtonProps {
  listId: string;
  person: UserCard;
  isOn: boolean;
  /** The button stands in the list itself. Then a press removes its row. */
  isInList?: boolean;
}

function MemberButton({ listId, person, isOn, isInList = false }: MemberButtonProps) {
  const add = useAddMember(listId);
  const remove = useRemoveMember(listId);
  return (
    <Button
      variant={isOn ? 'secondary' : 'primary'}
      onClick={({ currentTarget }) => {
        // The row with the focus disappears.
        if (isInList) currentTarget.closest<HTMLElement>('main')?.focus({ preventScroll: true });
        void (isOn ? remove(person) : add(person));
      }}
    >
      {isOn ? words.remove : words.add}
      <span className="sr-only"> @{person.username}</span>
    </Button>
  );
}
