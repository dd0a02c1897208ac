import { ApiError, isRetryable, isSignedOut } from '../../../lib/api/api-error.ts';
import { connection, subscribeToConnection } from '../../../lib/socket/connection.ts';
import { onLogout } from '../../../lib/logout.ts';
import { ask } from '../../../lib/socket/socket.ts';
import { waitAfter } from '../../../lib/socket/reachable.ts';

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

type ReceiptName = 'markMessagesAsDelivered' | 'markMessagesAsRead';

/**
 * Returns a function that sends receipts for messages up to a number.
 *
 * @param intervalMs the shortest time between two receipts of a conversation
 */
export function receiptSender(
  name: ReceiptName,
  intervalMs: number,
): (conversationId: string, upTo: number) => void {
  const sender = new ReceiptSender(name, intervalMs);
  subscribeToConnection(() => {
    if (connection() === 'open') sender.sendAgain();
  });
  onLogout(() => sender.clear());
  // The page is closing: send what is left.
  if (typeof window !== 'undefined') addEventListener('pagehide', () => sender.sendRest());
  return (conversationId, upTo) => sender.reach(conversationId, upTo);
}

/**
 * Sends one request at a time in each conversation. A receipt covers all older messages, so several messages share one.
 * Failed receipts are sent again after a delay or a reconnect.
 */
class ReceiptSender {
  readonly #name: ReceiptName;
  readonly #intervalMs: number;
  readonly #progressOf = new Map<string, Progress>();

  constructor(name: ReceiptName, intervalMs: number) {
    this.#name = name;
    this.#intervalMs = intervalMs;
  }

  reach(conversationId: string, upTo: number): void {
    const progress = this.#progressOf.get(conversationId) ?? {
      reached: 0,
      acknowledged: 0,
      isSending: false,
      notBefore: 0,
      failures: 0,
    };
    this.#progressOf.set(conversationId, progress);
    progress.reached = Math.max(progress.reached, upTo);
    this.#sendSoon(conversationId, progress);
  }

  sendAgain(): void {
    for (const [conversationId, progress] of this.#progressOf) {
      clearTimeout(progress.timer);
      progress.timer = undefined;
      progress.failures = 0;
      progress.notBefore = 0;
      this.#sendSoon(conversationId, progress);
    }
  }

  sendRest(): void {
    for (const [conversationId, progress] of this.#progressOf)
      if (progress.reached > progress.acknowledged && connection() === 'open')
        void this.#send(conversationId, progress);
  }

  clear(): void {
    for (const { timer } of this.#progressOf.values()) clearTimeout(timer);
    this.#progressOf.clear();
  }

  #sendSoon(conversationId: string, progress: Progress): void {
    if (progress.reached <= progress.acknowledged || progress.isSending || connection() !== 'open')
      return;
    progress.timer ??= setTimeout(
      () => {
        progress.timer = undefined;
        if (connection() === 'open') void this.#send(conversationId, progress);
      },
      Math.max(0, progress.notBefore - performance.now()),
    );
  }

  async #send(conversationId: string, progress: Progress): Promise<void> {
    const { reached: upTo } = progress;
    progress.isSending = true;
    progress.notBefore = performance.now() + this.#intervalMs;
    try {
      await ask(this.#name, { conversationId, upTo });
      progress.acknowledged = Math.max(progress.acknowledged, upTo);
      progress.failures = 0;
    } catch (error) {
      progress.failures += 1;
      progress.notBefore = performance.now() + waitAfter(progress.failures);
      // The server would refuse the same receipt again.
      if (error instanceof ApiError && !isRetryable(error) && !isSignedOut(error))
        progress.acknowledged = upTo;
    }
    progress.isSending = false;
    if (this.#progressOf.get(conversationId) === progress) this.#sendSoon(conversationId, progress);
  }
}
