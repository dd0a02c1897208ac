import { useMemo } from 'react';
import { queryClient } from '../../../lib/cache/query-client.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { connection } from '../../../lib/socket/connection.ts';
import { ask } from '../../../lib/socket/socket.ts';
import { hasFields } from '../../../lib/storage.ts';
import { useStore } from '../../../lib/store.ts';
import { enqueue, outboxStore } from '../../compose/outbox/outbox.ts';
import { onRefused, registerKind } from '../../compose/outbox/outbox-kinds.ts';
import { decideRetry, type OutboxItem } from '../../compose/outbox/outbox-rules.ts';
import { showMessage } from '../messages/message-cache.ts';

/** A message in the outbox. Each conversation is a lane. */
export interface Queued extends OutboxItem {
  conversationId: string;
  receiverId: string;
}

const KIND = 'message';

const isQueued = (item: OutboxItem): item is Queued =>
  item.kind === KIND && hasFields<Queued>(item, { conversationId: 'string', receiverId: 'string' });

registerKind(KIND, {
  canSend: () => connection() === 'open',
  decide: decideRetry,
  async send(item) {
    const { conversationId, receiverId, clientId, content } = item as Queued;
    const media = item.media.map(({ _id }) => _id);
    const { message } = await ask('sendMessage', {
      conversationId,
      receiverId,
      clientId,
      message: { content, media },
    });
    return () => showMessage(queryClient, message);
  },
});

interface NewMessage {
  /** The author. */
  viewerId: string;
  conversationId: string;
  receiverId: string;
  content: string;
  /** The draft key of its pictures, uploaded or not. */
  files: string;
}

/** Adds a message to the outbox: shows it at once and sends it when possible. Call `canEnqueue` first. */
export function enqueueMessage({ viewerId, files, ...message }: NewMessage): void {
  const lane = `${KIND}:${message.conversationId}`;
  enqueue<Queued>(viewerId, { ...message, clientId: randomKey(), kind: KIND, lane }, files);
}

/** Registers a listener for messages that the server refuses. */
export function onMessageRefused(listener: (item: Queued) => void): () => void {
  return onRefused((item) => isQueued(item) && listener(item));
}

export function useQueued(conversationId: string): readonly Queued[] {
  const all = useStore(outboxStore);
  return useMemo(
    () => all.filter(isQueued).filter((item) => item.conversationId === conversationId),
    [all, conversationId],
  );
}
