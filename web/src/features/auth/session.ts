import { getMe, logout } from '@roost/contract/auth';
import type { OwnUser } from '@roost/contract/users';
import { notifyManager, queryOptions } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { type ApiError, call } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/cache/query-client.ts';
import { isSignedOut } from '../../lib/api/api-error.ts';
import { announceLogout, DRAFT_PREFIX, onLogout, type Ending } from '../../lib/logout.ts';
import { onOtherTab, storedKeys, storedText } from '../../lib/storage.ts';
import { wallClock } from '../../lib/wall-clock.ts';

const USER_ID_KEY = 'userId';
/** Set when somebody logs out by choice, so that other tabs know the reason. */
const LEFT_KEY = 'roost:left';
/** Set when this tab's session ended, in case the page reloads at that moment. */
const ENDED_KEY = 'roost:ended';
// Without storage, other tabs and the next page do not see these changes. The session itself is in the cookie.
const userId = storedText('localStorage', USER_ID_KEY);
const left = storedText('localStorage', LEFT_KEY);
const ended = storedText('sessionStorage', ENDED_KEY);
/** The time of this browser's last sign-in. An HTML document requested earlier does not know about that sign-in. */
const begun = storedText('localStorage', 'roost:begun');
export const meKey = ['me'] as const;

/** The viewer's own user. `null` when signed out. */
export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: fetchMe,
  staleTime: Infinity,
  gcTime: Infinity,
});

export const storedUserId = userId.read;
const hasLeft = (): boolean => left.read() !== undefined;
const hasEnded = (): boolean => ended.read() !== undefined;

let ending: Ending | undefined;

/** How this tab's last session ended: the person logged out (the next one starts at home), or it ended elsewhere. */
export const lastEnding = (): Ending | undefined => ending ?? (hasEnded() ? 'ended' : undefined);

/**
 * The same value for components. It may change: a tab can hear of the end of its session before it hears of the logout.
 */
export function useLastEnding(): Ending | undefined {
  return useSyncExternalStore(onLogout, lastEnding);
}

/**
 * Takes the session from the HTML document: a user, or nobody. Returns false if another tab has newer information. The
 * page then asks the server.
 */
export function startSession(user: OwnUser | null): boolean {
  const stored = storedUserId();
  if (user === null) {
    if (hasBegunSince(performance.timeOrigin)) return false;
    noteSignedOut();
    queryClient.setQueryData<OwnUser | null>(meKey, null);
    return true;
  }
  if (stored === undefined ? hasLeft() : stored !== user._id) return false;
  storeUserId(user._id);
  queryClient.setQueryData<OwnUser | null>(meKey, user);
  return true;
}

/** After a successful login, stores the user's id and fetches the user. `null` if the fetch fails. */
export async function beginSession(id: string): Promise<OwnUser | null> {
  ending = undefined;
  storeUserId(id);
  begun.write(String(wallClock()));
  return queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
}

/** Ends the session on the server. It always ends here, even if the call fails. */
export async function endSession(): Promise<void> {
  ending = 'left';
  try {
    await call(logout, {});
  } catch {
    // The API client already shows a toast.
  } finally {
    forgetViewer('left');
  }
}

/**
 * Clears everything this client knows about the viewer, then signals the logout. Drafts stay in this tab, unless the
 * person logged out by choice.
 */
function forgetViewer(how: Ending): void {
  markEnding(how);
  storeUserId(undefined);
  void queryClient.cancelQueries();
  // Set to null instead of removed, so that the gate is notified and closes.
  queryClient.setQueryData<OwnUser | null>(meKey, null);
  // Runs after the gate has closed. A mounted page would refetch the removed data.
  notifyManager.schedule(() => {
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== meKey[0] });
    queryClient.getMutationCache().clear();
    clearSessionStorage(how === 'left' ? [] : [DRAFT_PREFIX, ENDED_KEY]);
    announceLogout(how);
  });
}

/** Follows session changes in other tabs, and changes while the page was in the back/forward cache. */
export function watchSession(): void {
  if (!storedUserId() && hasLeft()) clearSessionStorage();
  // This tab may have removed the id already, when it found its session ended.
  onOtherTab(followStoredUser, USER_ID_KEY, LEFT_KEY);
  addEventListener('pageshow', (event) => {
    if (event.persisted) followStoredUser();
  });
}

/** Handles a 401 on a call of a signed-in person: the session was ended elsewhere. */
export function onUnauthenticated(error: ApiError): void {
  if (isSignedOut(error) && ending !== 'left' && queryClient.getQueryData(meKey))
    forgetViewer('ended');
}

function followStoredUser(): void {
  const viewer = queryClient.getQueryData<OwnUser | null>(meKey);
  const stored = storedUserId();
  if (!stored && hasLeft()) forgetViewer('left');
  else if (viewer && !stored) forgetViewer('ended');
  // Another person has signed in. This tab's data belongs to somebody else.
  else if (viewer && stored !== viewer._id) location.reload();
  else void queryClient.invalidateQueries({ queryKey: meKey });
}

async function fetchMe(): Promise<OwnUser | null> {
  try {
    const { data } = await call(getMe, {}, { quiet: true });
    storeUserId(data._id);
    return data;
  } catch (error) {
    // A refetch that fails on the network must not sign anybody out. If the first check fails, the login page opens.
    const known = queryClient.getQueryData<OwnUser | null>(meKey);
    if (known && !isSignedOut(error)) return known;
    if (isSignedOut(error)) noteSignedOut();
    return null;
  }
}

/** Other tabs react to this. Call it only after the server's answer, so that an unreachable server signs nobody out. */
function noteSignedOut(): void {
  if (storedUserId() && ending !== 'left') markEnding('ended');
  storeUserId(undefined);
}

/** `moment` is in ms since 1970. */
const hasBegunSince = (moment: number): boolean => Number(begun.read()) > moment;

function storeUserId(id: string | undefined): void {
  // Other tabs would hear of a write that changes nothing.
  if (id !== userId.read()) userId.write(id);
  if (id === undefined) return;
  left.write(undefined);
  ended.write(undefined);
}

function markEnding(how: Ending): void {
  ending = how;
  (how === 'left' ? left : ended).write('yes');
}

function clearSessionStorage(except: readonly string[] = []): void {
  for (const key of storedKeys('sessionStorage'))
    if (!except.some((kept) => key.startsWith(kept)))
      storedText('sessionStorage', key).write(undefined);
}
