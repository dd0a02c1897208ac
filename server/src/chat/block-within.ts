import type { EventBus } from '../domain-events.ts';
import { lockBetween } from './conversations/conversation.queries.ts';

/**
 * A block and a message at the same moment come one after the other: what is being sent is sent before the block
 * is, and what comes later sees it.
 */
export function blockWithin(events: EventBus): void {
  events.within('blocked', async (tx, blocks) =>
    lockBetween(
      tx,
      blocks.map(({ blockerId, blockedId }) => ({ one: blockerId, other: blockedId })),
    ),
  );
}
