// The features with live events. The app loads this file with the socket library, after the first page. Each module
// registers its handlers with onLive before the socket connects.
import '../features/calls/live-calls.ts';
import '../features/chat/conversations/live-conversations.ts';
import '../features/chat/thread/live-thread.ts';
import '../features/chat/composer/open-chat-draft.ts';
import '../features/compose/kept-drafts/restore-drafts.ts';
import '../features/posts/create/open-reply-draft.ts';
import '../features/notifications/live-notifications.ts';
import '../features/posts/feed/new-posts-announcer.tsx';
import '../features/posts/feed/new-posts/live-feed.ts';
import '../features/posts/actions/unanswered-toggles.ts';
import '../features/billing/live-premium.ts';
import '../features/users/follow-requests/live-follow-requests.ts';
import '../features/users/presence.ts';
import './pages/page-transitions.ts';
import { loadPostOutbox } from '../features/posts/create/create-post.ts';
import { viewerIdNow } from '../features/auth/session.ts';
import { countEditDrafts } from '../features/compose/edit-drafts.ts';
import { countUnsaved, saveAll } from '../features/compose/kept-drafts/saving/save-drafts.ts';
import { countUnsent as countInOutbox } from '../features/compose/outbox/outbox.ts';
import { countWaiting } from '../lib/api/send-later.ts';
import { restoreLate } from '../lib/page/scroll-anchors.ts';
import { rememberRefusal } from '../features/auth/refusals/refusal.ts';
import { patchMedia } from '../features/posts/rare-post-changes.ts';
import { SOCKET_ERROR_MS, toast } from '../ui/overlays/toasts.ts';
import { connection } from '../lib/socket/connection.ts';
import { onLive } from '../lib/socket/live.ts';
import { isOffline } from '../lib/socket/network.ts';

export { endSession } from '../features/auth/end-session.ts';
export { AnnouncementBar } from './announcement-bar.tsx';
export { callSlots } from './call-slots.tsx';
export { LiveParts } from './live-parts.tsx';

/**
 * Counts what a logout would lose: what is unsent, drafts that the server does not take, and begun edits, which it never keeps. Without a
 * server, also deletions that wait for their Undo.
 */
export async function countUnsent(): Promise<number> {
  const isReachable = connection() === 'open' && !isOffline();
  if (!isOffline()) await saveAll();
  const drafts = countUnsaved() + countEditDrafts(viewerIdNow() ?? '');
  return countInOutbox() + drafts + (isReachable ? 0 : countWaiting());
}

// Shows the waiting posts, and makes the composer work offline. Without a network, the outbox loads with the next post.
loadPostOutbox().catch(() => {});
restoreLate();

onLive('error', (_, { message }) => toast.error(message, SOCKET_ERROR_MS));
// The server closes the socket next, and then the session counts as ended.
onLive('sessionEnded', (_, refusal) => rememberRefusal(refusal));
onLive('mediaReady', (client, media) => patchMedia(client, media));
