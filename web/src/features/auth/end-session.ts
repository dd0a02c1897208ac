import * as words from '#words/auth';
import { logout } from '@roost/contract/auth';
import { call } from '../../lib/api/api.ts';
import { isSignedOut, isUnanswered } from '../../lib/api/api-error.ts';
import { sendAllWaiting } from '../../lib/api/send-later.ts';
import { prepareLogout } from '../../lib/logout.ts';
import { toast } from '../../ui/overlays/toasts.ts';
import { beginSignOut, isSignOutUnsent, noteSignOut, signOutHere } from './session.ts';

/** Long enough for two sentences. */
const SIGN_OUT_TOAST_MS = 10_000;

/**
 * Ends the session on the server. The session always ends in this browser, even if the call fails. Then the cookie stays, because only the
 * server can delete it. Until the server has the sign-out, this browser signs nobody in by the cookie.
 */
export async function endSession(): Promise<void> {
  await Promise.all([sendAllWaiting(), prepareLogout()]);
  beginSignOut();
  try {
    await call(logout, {}, { quiet: isUnanswered });
    signOutHere(true);
  } catch (error) {
    signOutHere(isSignedOut(error));
    // The API client shows a toast for other failures.
    if (isUnanswered(error)) toast.warning(words.loggedOutHere, SIGN_OUT_TOAST_MS);
  }
}

let finishing: Promise<void> | undefined;

/** Sends a sign-out that did not reach the server. Rejects without an answer. */
export function finishSignOut(): Promise<void> {
  finishing ??= sendSignOut().finally(() => (finishing = undefined));
  return finishing;
}

async function sendSignOut(): Promise<void> {
  if (!isSignOutUnsent()) return;
  try {
    await call(logout, {}, { quiet: true });
  } catch (error) {
    if (!isSignedOut(error)) throw error;
  }
  noteSignOut(true);
}
