import { locale } from '#words/locale';
import type { login } from '@roost/contract/auth';
import type { Answer } from '@roost/contract/endpoint';
import { closestLocale, type Locale } from '@roost/contract/locales';
import type { OwnUser } from '@roost/contract/users';
import { ApiError } from '../../lib/api/api.ts';
import { chosenBeforeSignIn, forgetChoice, openIn } from '../../lib/page/language.ts';
import { currentLocation } from '../../lib/router/location.ts';
import { navigate } from '../../lib/router/router.tsx';
import { paths } from '../../paths.ts';
import { returnTo } from './return-to.ts';
import { refusalIn, type Refusal } from './refusals/refusal.ts';
import { finishSignOut } from './end-session.ts';
import { loadViewerAfterLogin } from './session.ts';

/** Only people who chose a language before they signed in need this code. */
const storeChosenLanguage = async (viewer: OwnUser, language: Locale) =>
  (await import('./store-chosen-language.ts')).storeChosenLanguage(viewer, language);

/** A closed account that its owner can still restore. It is the state of the page that offers it. */
export interface ClosedAccount {
  restoreToken: string;
  deletesAt: string;
}

/**
 * Signs in by any way, and loads the viewer. A closed account leads to the page that can restore it. `onRefused` receives the
 * reason if nobody can use the account now. Without `onRefused`, this is an error like any other.
 */
export async function signInBy(
  send: () => Promise<Answer<typeof login>>,
  onRefused?: (refusal: Refusal) => void,
): Promise<void> {
  // The page leaves its history entry as soon as the viewer is known.
  const returnPath = returnTo(currentLocation().state);
  // A sign-out that is sent later would end the new session. Without an answer, the next call fails too.
  await finishSignOut().catch(() => {});
  try {
    const { userid } = await send();
    const viewer = await loadViewerAfterLogin(userid);
    if (!viewer) throw new Error('Signed in, but the viewer could not be loaded.');
    // A choice by hand is newer than what the account has, so the account takes it.
    const chosen = chosenBeforeSignIn();
    // The choice is of this person only, also if it cannot be stored.
    forgetChoice();
    if (chosen) await storeChosenLanguage(viewer, chosen).catch(() => {});
    const language = chosen ?? closestLocale(viewer.language);
    // This page is in the language of the browser. The server sends the next one in the language of the person.
    // A reload could still load the login page, without the state that names the page to return to.
    if (language && language !== locale) openIn(language, returnPath);
  } catch (error) {
    const closed = closedAccountIn(error);
    const refusal = refusalIn(error);
    if (closed) navigate(paths.restore, { state: closed });
    else if (refusal && onRefused) onRefused(refusal);
    else throw error;
  }
}

function closedAccountIn(error: unknown): ClosedAccount | undefined {
  if (!(error instanceof ApiError) || error.code !== 'account_closing') return undefined;
  const { restoreToken, deletesAt } = error.details;
  return { restoreToken: String(restoreToken), deletesAt: String(deletesAt) };
}
