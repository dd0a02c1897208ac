import * as words from '#words/users';
import {
  addMember,
  createList,
  deleteList,
  removeMember,
  renameList,
  type PeopleList,
} from '@roost/contract/lists';
import type { UserCard } from '@roost/contract/users';
import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { sendLater } from '../../../lib/api/send-later.ts';
import { changeOptimistically } from '../../../lib/cache/optimistic-change.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { removePerson } from '../people-lists.ts';
import { userKeys } from '../user-keys.ts';
import { listKeys, listsOfQuery, listsQuery } from './lists.query.ts';

/** Returns the function that makes a list, or renames one. It rejects if the server refuses. */
export function useSaveList(): (name: string, known?: PeopleList) => Promise<PeopleList> {
  const client = useQueryClient();
  return async (name, known) => {
    const quiet = { quiet: true };
    const { data } = known
      ? await call(renameList, { params: { listId: known._id }, body: { name } }, quiet)
      : await call(createList, { body: { name } }, quiet);
    setLists(client, (lists) =>
      known
        ? lists.map((each) => (each._id === data._id ? { ...each, ...data } : each))
        : [...lists, data],
    );
    void client.invalidateQueries({ queryKey: listKeys.all });
    return data;
  };
}

/** Returns the function that deletes a list. The call waits for five seconds, in which Undo brings the list back. */
export function useDeleteList(): (list: PeopleList) => Promise<boolean> {
  const client = useQueryClient();
  return async (list) => {
    const { _id: listId, name } = list;
    return changeOptimistically({
      show() {
        setLists(client, (lists) => lists.filter(({ _id }) => _id !== listId));
        // The other lists may have got other names and another order since.
        return () => setLists(client, (lists) => [...lists, list]);
      },
      send() {
        const { answer, takeBack, ended } = sendLater((caller) =>
          caller(deleteList, { params: { listId } }),
        );
        toast.undo(words.listDeleted({ name }), takeBack, ended);
        return answer;
      },
      succeeded: () => void client.invalidateQueries({ queryKey: listKeys.all }),
      // The API client shows a toast for a refusal. An order that was sent meanwhile has left the list out.
      failed: () => void client.invalidateQueries({ queryKey: listKeys.all }),
    });
  };
}

/** Returns the function that puts a person on a list of the dialog 'Add to list', or takes them off. */
export function useToggleMember(
  userId: string,
): (list: PeopleList, isOn: boolean) => Promise<boolean> {
  const client = useQueryClient();
  const { queryKey } = listsOfQuery(userId);
  const mark = (listId: string, hasMember: boolean) =>
    client.setQueryData(queryKey, (lists) =>
      lists?.map((each) => (each._id === listId ? { ...each, hasMember } : each)),
    );
  return async ({ _id: listId }, isOn) =>
    changeOptimistically({
      show() {
        mark(listId, isOn);
        return () => mark(listId, !isOn);
      },
      send: () => call(isOn ? addMember : removeMember, { params: { listId, userId } }),
      succeeded: () => forgetFeed(client, listId),
      failed: () => {},
    });
}

/** Returns the function that adds a person on the page of a list. */
export function useAddMember(listId: string): (person: UserCard) => Promise<boolean> {
  const client = useQueryClient();
  return async (person) =>
    changeOptimistically({
      show: () => {
        setMembers(client, listId, (users) => [
          person,
          ...users.filter(({ _id }) => _id !== person._id),
        ]);
        return () => removePerson(client, person._id, userKeys.members(listId));
      },
      send: () => call(addMember, { params: { listId, userId: person._id } }),
      succeeded: () => forgetFeed(client, listId),
      failed: () => {},
    });
}

/** Returns the function that takes a person off, with Undo. */
export function useRemoveMember(listId: string): (person: UserCard) => Promise<boolean> {
  const client = useQueryClient();
  const add = useAddMember(listId);
  return async (person) =>
    changeOptimistically({
      show: () => removePerson(client, person._id, userKeys.members(listId)),
      send: () => call(removeMember, { params: { listId, userId: person._id } }),
      succeeded() {
        toast.undo(words.takenOffTheList(person), () => void add(person));
        forgetFeed(client, listId);
      },
      failed: () => {},
    });
}

/** The next opening of the list's feed loads it again. Its key begins like those of all posts. */
function forgetFeed(client: QueryClient, listId: string): void {
  void client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'posts' && queryKey.includes(listId),
    refetchType: 'none',
  });
}

function setLists(client: QueryClient, change: (lists: PeopleList[]) => PeopleList[]): void {
  client.setQueryData(listsQuery.queryKey, (lists) => lists && change(lists));
}

function setMembers(
  client: QueryClient,
  listId: string,
  change: (users: UserCard[]) => UserCard[],
): void {
  client.setQueryData<InfiniteData<{ users: UserCard[]; nextCursor: string | null }>>(
    userKeys.members(listId),
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page, n) =>
          n === 0 ? { ...page, users: change(page.users) } : page,
        ),
      },
  );
}
