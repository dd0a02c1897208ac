import type { QueryClient } from '@tanstack/react-query';
import { connection, subscribeToConnection } from '../../../lib/connection.ts';
import { LOGOUT_EVENT } from '../../../lib/logout.ts';
import { chatKeys } from '../chat-keys.ts';
import { refreshMessages } from './messages.query.ts';
import { waitAfter } from '../outbox/outbox-rules.ts';

interface Absence {
  client: QueryClient;
  tries: number;
  timer?: ReturnType<typeof setTimeout>;
}

/** By conversation, the threads that may lack something: they are fetched until that is done. */
const behind = new Map<string, Absence>();

subscribeToConnection(() => {
  if (connection() !== 'open') return;
  for (const [conversationId, { client }] of behind) void catchUp(client, conversationId);
});
if (typeof window !== 'undefined') {
  addEventListener(LOGOUT_EVENT, () => {
    for (const { timer } of behind.values()) clearTimeout(timer);
    behind.clear();
  });
}

/** Brings a thread up to date: at once, after a failure once more in a while, or with the next connection. */
export async function catchUp(client: QueryClient, conversationId: string): Promise<void> {
  const absence: Absence = { tries: 0, ...behind.get(conversationId), client };
  clearTimeout(absence.timer);
  absence.tries += 1;
  behind.set(conversationId, absence);
  // A later one, or a logout, has taken its place.
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
