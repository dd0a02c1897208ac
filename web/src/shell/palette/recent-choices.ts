import type { UserCard } from '@roost/contract/users';
import { personalStore } from '../../lib/store.ts';

/** A page, by the id of its command, or a person. */
export type Choice = { page: string } | { person: UserCard };

const MAX_RECENT = 5;

/** The member's choices in the palette since the app opened, the newest first. No storage keeps them. */
export const recentChoices = personalStore<readonly Choice[]>([]);

export function rememberChoice(choice: Choice): void {
  const others = recentChoices.get().filter((other) => idOf(other) !== idOf(choice));
  recentChoices.set([choice, ...others].slice(0, MAX_RECENT));
}

const idOf = (choice: Choice) => ('page' in choice ? choice.page : choice.person._id);
