import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { meKey } from '../features/auth/session.ts';
import { useViewerId } from '../features/auth/viewer.ts';
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
import { connectSocket } from '../lib/socket.ts';
import { toast } from '../ui/toast.tsx';

onLive('error', (_, { message }) => toast.error(message, SOCKET_ERROR_MS));
onLive('mediaReady', (client, media) => patchMedia(client, media));

/** One socket for this tab, as long as somebody is signed in. */
export function useMainSocket(): void {
  const userId = useViewerId();
  const client = useQueryClient();
  useEffect(
    () =>
      connectSocket({
        userId,
        client,
        onRefused: () => void client.invalidateQueries({ queryKey: meKey }),
      }),
    [userId, client],
  );
}
