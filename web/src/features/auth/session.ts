import { getMe } from '@roost/contract/auth';
import type { OwnUser } from '@roost/contract/users';
import { notifyManager, queryOptions } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { type ApiError, call } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/cache/query-client.ts';
import { isSignedOut } from '../../lib/api/api-error.ts';
import {
  announceLogout,
  DRAFT_PREFIX,
  onLogout,
  TYPED_KEY,
  type LogoutReason,
} from '../../lib/logout.ts';
import { onOtherTab, storedKeys, storedText } from '../../lib/storage.ts';
import { wallClock } from '../../lib/wall-clock.ts';

const USER_ID_KEY = 'userId';
/** Set when somebody logs out by choice, so that other tabs know the reason. */
const SIGNED_OUT_KEY = 'roost:signed-out';
/** Its value until the server has the sign-out. */
const UNSENT = 'unsent';
/** The registration fields of a visitor. */
export const REGISTRATION_KEY = 'roost:registration';
/** Set when this tab's session expired, in case the page reloads at that moment. */
const EXPIRED_KEY = 'roost:expired';
// Without storage, other tabs and the next page do not see these changes. The session itself is in the cookie.
const userId = storedText('localStorage', USER_ID_KEY);
const signedOut = storedText('localStorage', SIGNED_OUT_KEY);
const expired = storedText('sessionStorage', EXPIRED_KEY);
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
/** Returns the signed-in user. Undefined if another tab has signed in as somebody else and this one is not reloaded. */
export function viewerIdNow(): string | undefined {
  const viewer = queryClient.getQueryData<OwnUser | null>(meKey);
  const stored = storedUserId();
  // Without storage, only the cache knows the user.
  return viewer && (stored ?? viewer._id) === viewer._id ? viewer._id : undefined;
}

/** Whether the last person in this browser signed out by choice. */
export const hasSignedOut = (): boolean => signedOut.read() !== undefined;
const hasExpired = (): boolean => expired.read() !== undefined;

let logoutReason: LogoutReason | undefined;

/** Why this tab's last session ended. After a sign-out by choice, the next person starts at home. */
export const lastLogoutReason = (): LogoutReason | undefined =>
  logoutReason ?? (hasExpired() ? 'expired' : undefined);

/**
 * The same value for components. It may change: a tab can hear of the end of its session before it hears of the logout.
 */
export function useLastLogoutReason(): LogoutReason | undefined {
  return useSyncExternalStore(onLogout, lastLogoutReason);
}

/**
 * Takes the session from the HTML document: a user, or nobody. Returns false if another tab has newer information. The
 * page then asks the server.
 */
export function takeSessionFromDocument(user: OwnUser | null): boolean {
  const stored = storedUserId();
  if (user === null) {
    if (hasBegunSince(performance.timeOrigin)) return false;
    noteSignedOut();
    queryClient.setQueryData<OwnUser | null>(meKey, null);
    return true;
  }
  if (stored === undefined ? hasSignedOut() : stored !== user._id) return false;
  storeUserId(user._id);
  queryClient.setQueryData<OwnUser | null>(meKey, user);
  return true;
}

/** After a successful login, stores the user's id and fetches the user. `null` if the fetch fails. */
export async function loadViewerAfterLogin(id: string): Promise<OwnUser | null> {
  logoutReason = undefined;
  storeUserId(id);
  begun.write(String(wallClock()));
  return queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
}

/** Whether a sign-out still has to reach the server. This browser counts as signed out until then. */
export const isSignOutUnsent = (): boolean => signedOut.read() === UNSENT;

/** After this, a 401 counts as the end of a logout, and not of an expired session. */
export function beginSignOut(): void {
  logoutReason = 'signedOut';
}

/** Signs out in this browser. If the server does not have the sign-out yet, `end-session.ts` sends it later. */
export function signOutHere(isSent = false): void {
  forgetViewer('signedOut');
  noteSignOut(isSent);
}

export function noteSignOut(isSent: boolean): void {
  signedOut.write(isSent ? 'yes' : UNSENT);
}

/**
 * Clears everything this client knows about the viewer, then signals the logout. Drafts stay in this tab, unless the
 * person logged out by choice.
 */
function forgetViewer(reason: LogoutReason): void {
  storeLogoutReason(reason);
  storeUserId(undefined);
  void queryClient.cancelQueries();
  // Set to null instead of removed, so that the gate is notified and closes.
  queryClient.setQueryData<OwnUser | null>(meKey, null);
  // Runs after the gate has closed. A mounted page would refetch the removed data.
  notifyManager.schedule(() => {
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== meKey[0] });
    queryClient.getMutationCache().clear();
    clearSessionStorage(reason === 'signedOut' ? [] : [DRAFT_PREFIX, EXPIRED_KEY]);
    announceLogout(reason);
  });
}

/** Follows session changes in other tabs, and changes while the page was in the back/forward cache. */
export function watchSession(): void {
  if (!storedUserId() && hasSignedOut()) clearSessionStorage([TYPED_KEY, REGISTRATION_KEY]);
  // This tab may have removed the id already, when it found its session expired.
  onOtherTab(followStoredUser, USER_ID_KEY, SIGNED_OUT_KEY);
  addEventListener('pageshow', (event) => {
    if (event.persisted) followStoredUser();
  });
}

/** Handles a 401 on a call of a signed-in person: the session ended elsewhere. */
export function onUnauthenticated(error: ApiError): void {
  if (isSignedOut(error) && logoutReason !== 'signedOut' && queryClient.getQueryData(meKey))
    forgetViewer('expired');
}

function followStoredUser(): void {
  const viewer = queryClient.getQueryData<OwnUser | null>(meKey);
  const stored = storedUserId();
  if (!stored && hasSignedOut()) forgetViewer('signedOut');
  else if (viewer && !stored) forgetViewer('expired');
  // Another person has signed in. This tab's data belongs to somebody else.
  else if (viewer && stored !== viewer._id) location.reload();
  else void queryClient.invalidateQueries({ queryKey: meKey });
}

async function fetchMe(): Promise<OwnUser | null> {
  try {
    // The person has signed out, but the cookie is still there.
    if (isSignOutUnsent()) await (await import('./end-session.ts')).finishSignOut();
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
  if (storedUserId() && logoutReason !== 'signedOut') storeLogoutReason('expired');
  storeUserId(undefined);
}

/** `moment` is in ms since 1970. */
const hasBegunSince = (moment: number): boolean => Number(begun.read()) > moment;

function storeUserId(id: string | undefined): void {
  // Other tabs would hear of a write that changes nothing.
  if (id !== userId.read()) userId.write(id);
  if (id === undefined) return;
  signedOut.write(undefined);
  expired.write(undefined);
}

function storeLogoutReason(reason: LogoutReason): void {
  logoutReason = reason;
  (reason === 'signedOut' ? signedOut : expired).write('yes');
}

function clearSessionStorage(except: readonly string[] = []): void {
  for (const key of storedKeys('sessionStorage'))
    if (!except.some((kept) => key.startsWith(kept)))
      storedText('sessionStorage', key).write(undefined);
}
