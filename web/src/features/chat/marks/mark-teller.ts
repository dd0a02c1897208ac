import { ApiError } from '../../../lib/api-error.ts';
import { connection, subscribeToConnection } from '../../../lib/connection.ts';
import { LOGOUT_EVENT } from '../../../lib/logout.ts';
import { ask } from '../../../lib/socket.ts';
import { isPassing, waitAfter } from '../outbox/outbox-rules.ts';

interface Place {
  /** By number, how far it has got here, and how far that was told. */
  reached: number;
  told: number;
  isTelling: boolean;
  /** When it may be told next, as a time; the first is told at once. */
  notBefore: number;
  failures: number;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Tells, by conversation, how far messages have got here: the newest number stands for all before it, so what comes
 * together is told together, one at a time, and after a failure or a break again.
 *
 * @param gatherMs no more often than once in so long
 */
export function markTeller(
  name: 'markMessagesAsDelivered' | 'markMessagesAsRead',
  gatherMs: number,
): (conversationId: string, upTo: number) => void {
  const places = new Map<string, Place>();

  function tellSoon(conversationId: string, place: Place): void {
    if (place.reached <= place.told || place.isTelling || connection() !== 'open') return;
    place.timer ??= setTimeout(
      () => {
        place.timer = undefined;
        if (connection() === 'open') void tell(conversationId, place);
      },
      Math.max(0, place.notBefore - Date.now()),
    );
  }

  async function tell(conversationId: string, place: Place): Promise<void> {
    const { reached: upTo } = place;
    place.isTelling = true;
    place.notBefore = Date.now() + gatherMs;
    try {
      await ask(name, { conversationId, upTo });
      place.told = Math.max(place.told, upTo);
      place.failures = 0;
    } catch (error) {
      place.failures += 1;
      place.notBefore = Date.now() + waitAfter(place.failures);
      // What is refused will be refused again.
      if (error instanceof ApiError && !isPassing(error) && error.status < 500) place.told = upTo;
    }
    place.isTelling = false;
    if (places.get(conversationId) === place) tellSoon(conversationId, place);
  }

  subscribeToConnection(() => {
    if (connection() !== 'open') return;
    for (const [conversationId, place] of places) {
      clearTimeout(place.timer);
      place.timer = undefined;
      place.failures = 0;
      place.notBefore = 0;
      tellSoon(conversationId, place);
    }
  });
  if (typeof window !== 'undefined') {
    addEventListener(LOGOUT_EVENT, () => {
      for (const { timer } of places.values()) clearTimeout(timer);
      places.clear();
    });
    // The last chance to say it.
    addEventListener('pagehide', () => {
      for (const [conversationId, place] of places)
        if (place.reached > place.told && connection() === 'open') void tell(conversationId, place);
    });
  }

  return (conversationId, upTo) => {
    const place = places.get(conversationId) ?? {
      reached: 0,
      told: 0,
      isTelling: false,
      notBefore: 0,
      failures: 0,
    };
    places.set(conversationId, place);
    place.reached = Math.max(place.reached, upTo);
    tellSoon(conversationId, place);
  };
}
