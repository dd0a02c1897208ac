import { deleteDraft } from '@roost/contract/drafts';
import type { call } from '../../../../lib/api/api.ts';
import { ApiError, isRetryable } from '../../../../lib/api/api-error.ts';
import { callWhileLeaving } from '../../../../lib/api/call-while-leaving.ts';
import { personalMap, sessionNumber } from '../../../../lib/logout.ts';
import { whenReachable } from '../../../../lib/socket/reachable.ts';
import { hasFields } from '../../../../lib/storage.ts';
import { callerFor } from './draft-requests.ts';
import { ownedMap } from '../owned-map.ts';

/*
 * Deletes the drafts of texts that were sent or emptied. A draft stays marked until the server answers, also over a
 * reload. Until then no box and no list shows it, because its text would come back after it was sent.
 */

interface Removal {
  draftId: string;
}

const removals = ownedMap<Removal>({
  name: 'removals',
  isValue: (value) => hasFields<Removal>(value, { draftId: 'string' }),
  keyOf: ({ draftId }) => draftId,
});

/** The attempts that run, by draft. */
const running = personalMap<string, Promise<void>>();

/** The drafts that still have to be deleted. */
export const removedIds = (): string[] => removals.values().map(({ draftId }) => draftId);
export const isRemoved = (draftId: string): boolean => removals.get(draftId) !== undefined;

/** Marks a draft, and deletes it. Resolves when the server has answered. */
export async function removeDraft(draftId: string): Promise<void> {
  removals.set({ draftId });
  return removeUntilAnswered(draftId);
}

/** Deletes all marked drafts. Resolves when the server has answered. */
export async function removeMarked(): Promise<void> {
  await Promise.all(removedIds().map(removeUntilAnswered));
}

/** Asks once for each marked draft, in a request that the browser also sends after the page is gone. */
export function removeWhileLeaving(): void {
  for (const draftId of removedIds()) void attempt(draftId, callWhileLeaving);
}

function removeUntilAnswered(draftId: string): Promise<void> {
  const known = running.get(draftId);
  if (known) return known;
  const next = repeat(draftId).finally(() => {
    if (running.get(draftId) === next) running.delete(draftId);
  });
  running.set(draftId, next);
  return next;
}

async function repeat(draftId: string): Promise<void> {
  const session = sessionNumber();
  for (let tries = 1; session === sessionNumber() && isRemoved(draftId); tries += 1) {
    if (await attempt(draftId, callerFor())) return;
    await whenReachable(tries);
  }
}

/** Returns whether no further attempt is needed. */
async function attempt(draftId: string, caller: typeof call): Promise<boolean> {
  const session = sessionNumber();
  try {
    await caller(deleteDraft, { params: { draftId } }, { quiet: true });
  } catch (error) {
    if (isRetryable(error)) return false;
    // After the next sign-in, the mark is still there.
    if (error instanceof ApiError && error.status === 401) return true;
  }
  if (session === sessionNumber()) removals.delete(draftId);
  return true;
}
