// The features with live events. The app loads this file with the socket library, after the first page. Each module
// registers its handlers with onLive before the socket connects.
import '../features/calls/live-calls.ts';
import '../features/chat/conversations/live-conversations.ts';
import '../features/chat/thread/live-thread.ts';
import '../features/notifications/live-notifications.ts';
import '../features/posts/feed/new-posts-announcer.tsx';
import '../features/posts/feed/live-feed.ts';
import '../features/posts/actions/unanswered-toggles.ts';
import '../features/billing/live-premium.ts';
import '../features/users/follow-requests/live-follow-requests.ts';
import '../features/users/presence.ts';
import { rememberRefusal } from '../features/auth/refusals/refusal.ts';
import { patchMedia } from '../features/posts/post-cache.ts';
import { SOCKET_ERROR_MS, toast } from '../ui/overlays/toasts.ts';
import { onLive } from '../lib/socket/live.ts';

export { CallOverlays } from '../features/calls/call-overlays.tsx';
export { ReauthHost } from '../features/auth/reauth/reauth-host.tsx';
export { ReportHost } from '../features/users/reports/report-host.tsx';
export { countUnsent } from '../features/chat/outbox/outbox.ts';
export { AnnouncementBar } from './announcement-bar.tsx';
export { callSlots } from './call-slots.tsx';
export { Keyboard } from './keyboard/keyboard.tsx';
export { PersonHoverCards } from './person-cards.tsx';

onLive('error', (_, { message }) => toast.error(message, SOCKET_ERROR_MS));
// The server closes the socket next, and then the session counts as ended.
onLive('sessionEnded', (_, refusal) => rememberRefusal(refusal));
onLive('mediaReady', (client, media) => patchMedia(client, media));
