import type { QueryClient } from '@tanstack/react-query';
import type { OwnUser } from '@roost/contract/users';
import { hasSignedOut, meKey, storedUserId } from '../../features/auth/session.ts';
import { sweepEditDrafts } from '../../features/compose/edit-drafts.ts';
import { erasePendingUploads, sweepPendingUploads } from '../../lib/pending-uploads.ts';
import { eraseAnswers } from '../../lib/offline/stored-answers.ts';
import { eraseShared } from '../../lib/offline/shared-content.ts';
import { onLogout } from '../../lib/logout.ts';

/**
 * Erases the stored data of a person as soon as that person is not the viewer. This happens after a sign-out, after the server
 * has ended the session, or when somebody else signs in, here or in another tab. It works without a server. `onMember` is called
 * while somebody is signed in.
 */
export function eraseOnViewerChange(client: QueryClient, onMember: () => void): void {
  let checked: string | null | undefined = null;
  const check = () => {
    const me = client.getQueryData<OwnUser | null>(meKey);
    if (me === undefined) return;
    // The listener itself does nothing a second time.
    if (me) onMember();
    // The id stays stored while the server cannot be reached, because nobody has signed out.
    const owner = me?._id ?? storedUserId();
    if (owner === checked) return;
    checked = owner;
    // The browser refuses storage, so nothing is stored.
    eraseAnswers(owner).catch(() => {});
    // The logout may have come before this code. `pending-uploads.ts` erases at the later ones.
    if (owner === undefined && hasSignedOut()) void erasePendingUploads();
    else void sweepPendingUploads(owner);
    if (owner !== undefined || hasSignedOut()) sweepEditDrafts(owner);
  };
  check();
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === meKey[0]) check();
  });
  onLogout((reason) => {
    if (reason === 'signedOut') sweepEditDrafts(undefined);
    eraseAnswers(undefined).catch(() => {});
    eraseShared().catch(() => {});
  });
}
