import { hashKey } from '@tanstack/react-query';
import { hasSignedOut, isSignOutUnsent, meKey, storedUserId } from '../../features/auth/session.ts';
import { queryClient } from '../../lib/cache/query-client.ts';
import { hasServiceWorker } from '../../lib/offline/has-service-worker.ts';
import { watchInstallPrompt } from '../../lib/offline/install-prompt.ts';
import { readAnswer } from '../../lib/offline/stored-answers.ts';
import { endLocalSubscription, isRenewalDue, pushRecord } from '../../lib/offline/push-record.ts';
import { cacheLoadedFiles, watchVersions, waitForServiceWorker } from './app-versions.ts';
import { eraseOnViewerChange } from './erase-on-viewer-change.ts';
import { openFromNotifications } from './open-from-notifications.ts';

/*
 * Everything that lets the app open offline. It loads after the first page, except when the document comes from the service
 * worker: then `main.tsx` waits for `openWithoutServer`.
 */

/** Only members need these, and they bring code of members' pages. */
const loadShowing = () => import('./show-stored-answers.ts');
const loadStoring = () => import('./store-answers.ts');

/** Signs in with the stored answer, if the person has not signed out. The pages then show their stored answers. */
export async function openWithoutServer(): Promise<void> {
  const owner = storedUserId();
  const me = owner && (await readAnswer(owner, hashKey(meKey)));
  if (!me) return;
  const { showStoredAnswers, waitForServer } = await loadShowing();
  queryClient.setQueryData(meKey, me.data, { updatedAt: me.at });
  showStoredAnswers(queryClient);
  waitForServer(queryClient);
}

/** Call this when the first page is shown. */
export function startOffline(): void {
  watchInstallPrompt();
  eraseOnViewerChange(queryClient, () => {
    void startStoring();
    void renewPushIfDue();
  });
  // The logout may have come before this code.
  if (pushRecord.read() && !storedUserId() && hasSignedOut()) void endLocalSubscription();
  void sendSignOut();
  addEventListener('online', () => void sendSignOut());
  if (!hasServiceWorker()) return;
  openFromNotifications();
  if (document.readyState === 'complete') watchVersions();
  else addEventListener('load', watchVersions, { once: true });
}

let isStoring = false;

async function startStoring(): Promise<void> {
  // Without a service worker, the app does not open offline.
  if (isStoring || !hasServiceWorker()) return;
  isStoring = true;
  try {
    await waitForServiceWorker();
    const [{ showStoredAnswers }, { storeAnswers }] = await Promise.all([
      loadShowing(),
      loadStoring(),
    ]);
    showStoredAnswers(queryClient);
    storeAnswers(queryClient);
    void cacheLoadedFiles();
  } catch {
    // The next answer about the person tries it again.
    isStoring = false;
  }
}

let isRenewing = false;

/** Few people have a subscription in this browser. It is renewed once a day, and after a new sign-in. */
async function renewPushIfDue(): Promise<void> {
  const owner = storedUserId();
  if (isRenewing || !owner) return;
  isRenewing = true;
  try {
    if (!(await isRenewalDue(owner))) return;
    const { renewPush } = await import('../../features/notifications/push/renew-push.ts');
    await renewPush(owner);
  } catch {
    // The next answer about the person tries it again.
  } finally {
    isRenewing = false;
  }
}

async function sendSignOut(): Promise<void> {
  if (!isSignOutUnsent()) return;
  try {
    const { finishSignOut } = await import('../../features/auth/end-session.ts');
    await finishSignOut();
  } catch {
    // The next page and the next connection try it again.
  }
}
