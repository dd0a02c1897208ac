import { ApiError } from '../../../lib/api/api-error.ts';
import { connection, subscribeToConnection } from '../../../lib/socket/connection.ts';
import { onLogout } from '../../../lib/logout.ts';
import { ask } from '../../../lib/socket/socket.ts';
import { waitAfter } from '../../../lib/socket/reachable.ts';
import { isPassing } from '../outbox/outbox-rules.ts';

interface Progress {
  /** The number of the newest message reached here, and of the newest one that the server knows about. */
  reached: number;
  acknowledged: number;
  isSending: boolean;
  /** The earliest time of the next receipt. The first one is sent at once. */
  notBefore: number;
  failures: number;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Sends receipts for messages, one request at a time in each conversation. A receipt covers all older messages, so
 * several messages share one. Failed receipts are sent again after a delay or a reconnect.
 *
 * @param intervalMs the shortest time between two receipts of a conversation
 */
export function receiptSender(
  name: 'markMessagesAsDelivered' | 'markMessagesAsRead',
  intervalMs: number,
): (conversationId: string, upTo: number) => void {
  const progressByConversation = new Map<string, Progress>();

  function sendSoon(conversationId: string, progress: Progress): void {
    if (progress.reached <= progress.acknowledged || progress.isSending || connection() !== 'open')
      return;
    progress.timer ??= setTimeout(
      () => {
        progress.timer = undefined;
        if (connection() === 'open') void send(conversationId, progress);
      },
      Math.max(0, progress.notBefore - performance.now()),
    );
  }

  async function send(conversationId: string, progress: Progress): Promise<void> {
    const { reached: upTo } = progress;
    progress.isSending = true;
    progress.notBefore = performance.now() + intervalMs;
    try {
      await ask(name, { conversationId, upTo });
      progress.acknowledged = Math.max(progress.acknowledged, upTo);
      progress.failures = 0;
    } catch (error) {
      progress.failures += 1;
      progress.notBefore = performance.now() + waitAfter(progress.failures);
      // The server would refuse the same receipt again.
      if (error instanceof ApiError && !isPassing(error) && error.status < 500)
        progress.acknowledged = upTo;
    }
    progress.isSending = false;
    if (progressByConversation.get(conversationId) === progress) sendSoon(conversationId, progress);
  }

  subscribeToConnection(() => {
    if (connection() !== 'open') return;
    for (const [conversationId, progress] of progressByConversation) {
      clearTimeout(progress.timer);
      progress.timer = undefined;
      progress.failures = 0;
      progress.notBefore = 0;
      sendSoon(conversationId, progress);
    }
  });
  onLogout(() => {
    for (const { timer } of progressByConversation.values()) clearTimeout(timer);
    progressByConversation.clear();
  });
  if (typeof window !== 'undefined') {
    // The page is closing: send what is left.
    addEventListener('pagehide', () => {
      for (const [conversationId, progress] of progressByConversation)
        if (progress.reached > progress.acknowledged && connection() === 'open')
          void send(conversationId, progress);
    });
  }

  return (conversationId, upTo) => {
    const progress = progressByConversation.get(conversationId) ?? {
      reached: 0,
      acknowledged: 0,
      isSending: false,
      notBefore: 0,
      failures: 0,
    };
    progressByConversation.set(conversationId, progress);
    progress.reached = Math.max(progress.reached, upTo);
    sendSoon(conversationId, progress);
  };
}
