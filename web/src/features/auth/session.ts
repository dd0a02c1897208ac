import { getMe, logout } from '@roost/contract/auth';
import type { OwnUser } from '@roost/contract/users';
import { notifyManager, queryOptions } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { type ApiError, call } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { isSignedOut } from '../../lib/api-error.ts';
import { DRAFT_PREFIX, LEFT_EVENT, LOGOUT_EVENT } from '../../lib/logout.ts';

const USER_ID_KEY = 'userId';
/** Tells other tabs that the stored id went because somebody chose to leave. */
const LEFT_KEY = 'roost:left';
/** Tells this tab's next page, should it be loaded anew just then, what happened to its session. */
const ENDED_KEY = 'roost:ended';
export const meKey = ['me'] as const;

/** The viewer's own user; `null` when signed out. */
export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: fetchMe,
  staleTime: Infinity,
  gcTime: Infinity,
});

export const storedUserId = (): string | null => readStored('localStorage', USER_ID_KEY);
const hasLeft = (): boolean => readStored('localStorage', LEFT_KEY) !== null;
const hasEnded = (): boolean => readStored('sessionStorage', ENDED_KEY) !== null;

type Ending = 'left' | 'ended';
let ending: Ending | undefined;

/** How the last session of this tab went: logged out (then the next one starts at home), or ended elsewhere. */
export const lastEnding = (): Ending | undefined => ending ?? (hasEnded() ? 'ended' : undefined);

/** The same, for what shows it: a tab can hear that its session ended before it hears that somebody chose to leave. */
export function useLastEnding(): Ending | undefined {
  return useSyncExternalStore(hearOfLogout, lastEnding);
}

function hearOfLogout(listener: () => void): () => void {
  addEventListener(LOGOUT_EVENT, listener);
  return () => removeEventListener(LOGOUT_EVENT, listener);
}

/**
 * Takes over who the document says is signed in. False where this browser has heard otherwise since it was asked for:
 * the server is to be asked then, as without it.
 */
export function startSession(user: OwnUser): boolean {
  const stored = storedUserId();
  if (stored === null ? hasLeft() : stored !== user._id) return false;
  storeUserId(user._id);
  queryClient.setQueryData<OwnUser | null>(meKey, user);
  return true;
}

/** After a login was answered: remembers who it is and fetches them. `null` when that failed. */
export async function beginSession(userId: string): Promise<OwnUser | null> {
  ending = undefined;
  storeUserId(userId);
  return queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
}

/** Ends the session on the server and always here (spec §4). */
export async function endSession(): Promise<void> {
  ending = 'left';
  try {
    await call(logout, {});
  } catch {
    // Said by its toast.
  } finally {
    forgetViewer('left');
  }
}

/**
 * Clears everything this client knows of the viewer, then signals the logout. What they were writing stays in
 * this tab for when they are back, unless they left by choice.
 */
function forgetViewer(how: Ending): void {
  markEnding(how);
  storeUserId(null);
  void queryClient.cancelQueries();
  // `me` is set rather than removed: the gate must hear of it and close.
  queryClient.setQueryData<OwnUser | null>(meKey, null);
  // Behind the closed gate: a page still standing would ask anew for what it finds gone.
  notifyManager.schedule(() => {
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== meKey[0] });
    queryClient.getMutationCache().clear();
    clearSessionStorage(how === 'left' ? [] : [DRAFT_PREFIX, ENDED_KEY]);
    if (how === 'left') dispatchEvent(new Event(LEFT_EVENT));
    dispatchEvent(new Event(LOGOUT_EVENT));
  });
}

/** Follows what happens to the session elsewhere: in other tabs, and while the page lay in the back/forward cache. */
export function watchSession(): void {
  if (!storedUserId() && hasLeft()) clearSessionStorage();
  addEventListener('storage', (event) => {
    // The id may be gone from here already: its session was found ended first.
    if (event.key === USER_ID_KEY || event.key === LEFT_KEY || event.key === null)
      followStoredUser();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) followStoredUser();
  });
}

/** A 401 on a call made while signed in: the session was ended elsewhere. */
export function onUnauthenticated(error: ApiError): void {
  if (isSignedOut(error) && ending !== 'left' && queryClient.getQueryData(meKey))
    forgetViewer('ended');
}

function followStoredUser(): void {
  const viewer = queryClient.getQueryData<OwnUser | null>(meKey);
  const stored = storedUserId();
  if (!stored && hasLeft()) forgetViewer('left');
  else if (viewer && !stored) forgetViewer('ended');
  // Somebody else's session now: nothing of what this tab holds is theirs.
  else if (viewer && stored !== viewer._id) location.reload();
  else void queryClient.invalidateQueries({ queryKey: meKey });
}

async function fetchMe(): Promise<OwnUser | null> {
  try {
    const { data } = await call(getMe, {}, { quiet: true });
    storeUserId(data._id);
    return data;
  } catch (error) {
    // A refetch that only met a bad line must not sign anyone out; the first check ends at the login page.
    const known = queryClient.getQueryData<OwnUser | null>(meKey);
    if (known && !isSignedOut(error)) return known;
    if (isSignedOut(error)) {
      if (storedUserId() && ending !== 'left') markEnding('ended');
      // Told to the other tabs, so only when it is sure: a server that is away signs out nobody there.
      storeUserId(null);
    }
    return null;
  }
}

function storeUserId(id: string | null): void {
  try {
    if (id === null) return localStorage.removeItem(USER_ID_KEY);
    if (localStorage.getItem(USER_ID_KEY) !== id) localStorage.setItem(USER_ID_KEY, id);
    localStorage.removeItem(LEFT_KEY);
    sessionStorage.removeItem(ENDED_KEY);
  } catch {
    // Storage can be refused; the cookie is what signs in.
  }
}

function markEnding(how: Ending): void {
  ending = how;
  try {
    if (how === 'left') localStorage.setItem(LEFT_KEY, 'yes');
    else sessionStorage.setItem(ENDED_KEY, 'yes');
  } catch {
    // As above.
  }
}

function readStored(storage: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

function clearSessionStorage(except: readonly string[] = []): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (!except.some((kept) => key.startsWith(kept))) sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}
