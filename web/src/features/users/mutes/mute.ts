import * as words from '#words/users';
import { muteUser, unmuteUser } from '@roost/contract/relations';
import type { UserCard } from '@roost/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { changeOptimistically } from '../../../lib/cache/optimistic-change.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { patchPerson } from '../patch-person.ts';
import { removePerson } from '../people-lists.ts';
import { publishMuted, publishMuteSettled } from '../relations/relation-events.ts';
import { userKeys } from '../user-keys.ts';

type Person = Pick<UserCard, '_id' | 'username'>;

export interface MuteChoice {
  /** Without it, the mute has no end. */
  minutes?: number;
  /** Only the person's reposts. */
  reposts: boolean;
}

/** Mutes a person. Their rows leave the feed and the search at once. */
export function useMute(): (person: Person, choice: MuteChoice) => Promise<boolean> {
  const client = useQueryClient();
  return async ({ _id: userId, username }, choice) =>
    changeOptimistically({
      show() {
        const undos = [
          ...publishMuted(client, userId, choice.reposts),
          ...(choice.reposts ? [] : [removePerson(client, userId, userKeys.suggested)]),
        ];
        return () => undos.forEach((undo) => undo());
      },
      send: () => call(muteUser, { params: { userId }, body: choice }),
      succeeded({ data: mute }) {
        patchPerson(client, userId, () => ({ mute }));
        toast.success(words.personMuted({ username }));
        void client.invalidateQueries({ queryKey: userKeys.muted });
        publishMuteSettled(client, userId);
      },
      // The API client shows a toast.
      failed: () => {},
    });
}

/** Ends the mute of a person. Their posts return with the next load of a list. */
export function useUnmute(): (person: Person) => Promise<boolean> {
  const client = useQueryClient();
  return async ({ _id: userId, username }) =>
    changeOptimistically({
      show() {
        const undos = [
          removePerson(client, userId, userKeys.muted),
          patchPerson(client, userId, () => ({ mute: null })),
        ];
        return () => undos.forEach((undo) => undo());
      },
      send: () => call(unmuteUser, { params: { userId } }),
      succeeded() {
        toast.success(words.personUnmuted({ username }));
        publishMuteSettled(client, userId);
      },
      failed: () => {},
    });
}
