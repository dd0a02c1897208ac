import { onLogout } from '../../../lib/logout.ts';
import { hasFields } from '../../../lib/storage.ts';
import { ownedMap } from './owned-map.ts';

/** The server's draft that a box of this tab shows. */
export interface DraftLink {
  draftKey: string;
  draftId: string;
  /** The version on the server. */
  updatedAt: string;
  /** The content of that version, to notice a change. */
  content: string;
}

/** Releases the locks of the linked drafts, also while they wait for another tab. */
const releases = new Map<string, () => void>();

onLogout(() => holdOnly([]));

const links = ownedMap<DraftLink>({
  name: 'links',
  isValue: (value) =>
    hasFields<DraftLink>(value, {
      draftKey: 'string',
      draftId: 'string',
      updatedAt: 'string',
      content: 'string',
    }),
  keyOf: ({ draftKey }) => draftKey,
  onChange: holdOnly,
});

export const linkOf = links.get;
export const allLinks = links.values;
export const setLink = links.set;
export const dropLink = links.delete;
export const linkedKey = (draftId: string): string | undefined =>
  allLinks().find((link) => link.draftId === draftId)?.draftKey;

const lockOf = (draftId: string) => `roost:draft:${draftId}`;
/** Locks exist only on secure origins, although their type says always. */
const hasLocks = () => 'locks' in navigator;

/** Another tab must not show these drafts in its own boxes by itself. */
function holdOnly(held: readonly DraftLink[]): void {
  const ids = new Set(held.map(({ draftId }) => draftId));
  for (const [draftId, release] of releases) {
    if (ids.has(draftId)) continue;
    release();
    releases.delete(draftId);
  }
  for (const draftId of ids) if (!releases.has(draftId)) void hold(draftId);
}

async function hold(draftId: string): Promise<void> {
  if (!hasLocks()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  releases.set(draftId, resolve);
  // Another tab may have the draft, or test it at this moment. This one waits, because that one may close.
  await navigator.locks.request(lockOf(draftId), async () => promise);
}

/** Whether another tab of this browser has the draft in a box. Without locks, nobody knows. */
export async function isHeldElsewhere(draftId: string): Promise<boolean> {
  if (!hasLocks()) return false;
  return navigator.locks.request(lockOf(draftId), { ifAvailable: true }, (lock) => lock === null);
}
