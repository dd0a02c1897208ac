import * as words from '#words/shell';
import { useEffect, useEffectEvent } from 'react';
import { useViewerId } from '../../features/auth/viewer.ts';
import { takeFiles } from '../../features/compose/attachments/file-input.ts';
import { registerDraftOpener } from '../../features/compose/kept-drafts/draft-openers.ts';
import { returnToDraft } from '../../features/compose/drafts.ts';
import { postDraftKey } from '../../features/posts/create/post-draft-key.ts';
import { COMPOSE, SHARED } from '../../lib/offline/launch-paths.ts';
import { joinShared, takeShared } from '../../lib/offline/shared-content.ts';
import { navigate, useLocation } from '../../lib/router/router.tsx';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/overlays/toasts.ts';

/** Opens the composer if the phone opened the app for a new post, or shared something to it. */
export function LaunchActions({ onPost }: { onPost: () => void }) {
  const { pathname, search } = useLocation();
  const draftKey = postDraftKey(useViewerId());
  const launch = useEffectEvent(async () => {
    const query = new URLSearchParams(search);
    if (pathname !== paths.home || !(query.has(SHARED) || query.has(COMPOSE))) return;
    // A reload must not do it again.
    navigate(paths.home, { replace: true });
    if (query.has(COMPOSE) || (await takeIntoDraft(draftKey))) onPost();
    else toast.error(words.sharedContentDidNotArrive);
  });
  useEffect(() => void launch(), [pathname, search]);
  const openPost = useEffectEvent(onPost);
  // A text that came back opens the composer, too.
  useEffect(() => registerDraftOpener('post', () => openPost()), []);
  return null;
}

/** Adds what was shared to the draft, before the text that is already in it. Returns whether there was something. */
async function takeIntoDraft(draftKey: string): Promise<boolean> {
  const shared = await takeShared().catch(() => undefined);
  if (!shared) return false;
  const text = joinShared(shared.parts);
  if (text) returnToDraft(draftKey, { text, visibility: 'public' });
  await takeFiles(draftKey, shared.files, { replace: false, into: 'post' });
  return text !== '' || shared.files.length > 0;
}
