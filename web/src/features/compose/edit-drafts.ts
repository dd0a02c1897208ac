import { DRAFT_PREFIX } from '../../lib/logout.ts';
import { hasFields, storedJson, storedKeys } from '../../lib/storage.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { draftOf, openDraftKeys } from './drafts.ts';

/** Far longer than the time in which a post can be edited. */
const MAX_AGE_MS = 7 * 86_400_000;

/** Deletes the drafts of edits in this browser that are old or of somebody else. Without an owner, deletes all. */
export function sweepEditDrafts(owner: string | undefined): void {
  for (const key of storedKeys('localStorage', DRAFT_PREFIX)) {
    const draft = storedJson('localStorage', key, (value) =>
      hasFields<{ at: number }>(value, { at: 'number' }) ? value : undefined,
    );
    const isOwn = owner !== undefined && key.startsWith(`${DRAFT_PREFIX}${owner}:`);
    const { at = 0 } = draft.read() ?? {};
    if (!isOwn || wallClock() - at > MAX_AGE_MS) draft.write(undefined);
  }
}

/** Counts the edits that this person has begun and can still save. A logout deletes them, and no server keeps them. */
export function countEditDrafts(owner: string): number {
  const stored = storedKeys('localStorage', DRAFT_PREFIX).map((key) =>
    key.slice(DRAFT_PREFIX.length),
  );
  const own = new Set(
    [...stored, ...openDraftKeys()].filter((key) => key.startsWith(`${owner}:edit:`)),
  );
  return [...own]
    .map(draftOf)
    .filter(({ text, until, isUnchanged }) => text !== '' && !isUnchanged && isInFuture(until))
    .length;
}

const isInFuture = (until = ''): boolean => Date.parse(until) > wallClock();
