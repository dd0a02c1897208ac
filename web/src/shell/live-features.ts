// What is live, and so comes after the first page: fetched with the socket, before it connects.
// What each of these registers with onLive is heard from the start.
import '../features/calls/live-calls.ts';
import '../features/chat/conversations/live-conversations.ts';
import '../features/chat/thread/live-thread.ts';
import '../features/notifications/live-notifications.ts';
import '../features/subscription/live-premium.ts';
import '../features/users/presence.ts';
import { patchMedia } from '../features/posts/post-cache.ts';
import { SOCKET_ERROR_MS } from '../lib/constants.ts';
import { onLive } from '../lib/live.ts';
import { toast } from '../ui/toasts.ts';

export { CallOverlays } from '../features/calls/call-overlays.tsx';
export { countUnsent } from '../features/chat/outbox/outbox.ts';
export { callSlots } from './call-slots.tsx';

onLive('error', (_, { message }) => toast.error(message, SOCKET_ERROR_MS));
onLive('mediaReady', (client, media) => patchMedia(client, media));
