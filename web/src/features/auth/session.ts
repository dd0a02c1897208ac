import { getMe, logout } from '@roost/contract/auth';
import type { OwnUser } from '@roost/contract/users';
import { notifyManager, queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { LOGOUT_EVENT } from '../../lib/socket.ts';

const USER_ID_KEY = 'userId';
export const meKey = ['me'] as const;

/** The viewer's own user; `null` when signed out. */
export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: fetchMe,
  staleTime: Infinity,
  gcTime: Infinity,
});

export function storedUserId(): string | null {
  try {
    return localStorage.getItem(USER_ID_KEY);
  } catch {
    return null;
  }
}

let leftByChoice = false;

/** Whether the viewer logged out rather than lost the session: then the next one starts at home. */
export const hasLeftByChoice = (): boolean => leftByChoice;

/** After a login was answered: remembers who it is and fetches them. `null` when that failed. */
export async function beginSession(userId: string): Promise<OwnUser | null> {
  leftByChoice = false;
  storeUserId(userId);
  return queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
}

/** Ends the session on the server and always here (spec §4). */
export async function endSession(): Promise<void> {
  try {
    await call(logout, {});
  } catch {
    // Said by its toast.
  } finally {
    leftByChoice = true;
    forgetViewer();
  }
}

/** Clears everything this client knows of the viewer, then signals the logout. */
export function forgetViewer(): void {
  storeUserId(null);
  void queryClient.cancelQueries();
  // `me` is set rather than removed: the gate must hear of it and close.
  queryClient.setQueryData<OwnUser | null>(meKey, null);
  // Behind the closed gate: a page still standing would ask anew for what it finds gone.
  notifyManager.schedule(() => {
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== meKey[0] });
    queryClient.getMutationCache().clear();
    clearSessionStorage();
    dispatchEvent(new Event(LOGOUT_EVENT));
  });
}

/** Follows what happens to the session elsewhere: in other tabs, and while the page lay in the back/forward cache. */
export function watchSession(): void {
  addEventListener('storage', (event) => {
    if (event.key === USER_ID_KEY || event.key === null) followStoredUser();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) followStoredUser();
  });
}

/** A 401 on a call made while signed in: the session was ended elsewhere. */
export function onUnauthenticated(error: ApiError): void {
  if (error.code !== 'bad_credentials' && queryClient.getQueryData(meKey)) forgetViewer();
}

function followStoredUser(): void {
  const viewer = queryClient.getQueryData<OwnUser | null>(meKey);
  const stored = storedUserId();
  if (viewer && !stored) forgetViewer();
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
    if (known && !(error instanceof ApiError && error.status === 401)) return known;
    storeUserId(null);
    return null;
  }
}

function storeUserId(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(USER_ID_KEY);
    else if (localStorage.getItem(USER_ID_KEY) !== id) localStorage.setItem(USER_ID_KEY, id);
  } catch {
    // Storage can be refused; the cookie is what signs in.
  }
}

function clearSessionStorage(): void {
  try {
    sessionStorage.clear();
  } catch {
    // As above.
  }
}
