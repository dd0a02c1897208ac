import type { QueryClient } from '@tanstack/react-query';
import { connection, subscribeToConnection } from '../../../lib/socket/connection.ts';
import { onLogout } from '../../../lib/logout.ts';
import { chatKeys } from '../chat-keys.ts';
import { refreshMessages } from './messages.query.ts';
import { waitAfter } from '../../../lib/socket/reachable.ts';

interface Absence {
  client: QueryClient;
  tries: number;
  timer?: ReturnType<typeof setTimeout>;
}

/** Threads that may have missed messages, by conversation. Each is refreshed until that succeeds. */
const behind = new Map<string, Absence>();

subscribeToConnection(() => {
  if (connection() !== 'open') return;
  for (const [conversationId, { client }] of behind) void catchUp(client, conversationId);
});
onLogout(() => {
  for (const { timer } of behind.values()) clearTimeout(timer);
  behind.clear();
});

/** Refreshes a thread now. After a failure, tries again after a delay or after a reconnect. */
export async function catchUp(client: QueryClient, conversationId: string): Promise<void> {
  const absence: Absence = { tries: 0, ...behind.get(conversationId), client };
  clearTimeout(absence.timer);
  absence.tries += 1;
  behind.set(conversationId, absence);
  // A later call or a logout replaces or removes this entry.
  const isLatest = () => behind.get(conversationId) === absence;
  try {
    await refreshMessages(client, conversationId);
    if (isLatest()) behind.delete(conversationId);
  } catch {
    if (!isLatest()) return;
    if (!client.getQueryData(chatKeys.messages(conversationId))) behind.delete(conversationId);
    else if (connection() === 'open')
      absence.timer = setTimeout(
        () => void catchUp(client, conversationId),
        waitAfter(absence.tries),
      );
  }
}
