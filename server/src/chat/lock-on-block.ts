import type { Context } from '../kernel/context.ts';
import type { Block } from '../relations/relations.events.ts';
import { lockBetween } from './conversations/conversation.queries.ts';

/**
 * Orders a block and a message of the same moment. A message that is being sent is sent before the block. A later one sees
 * the block.
 */
export async function lockConversationsOfBlocked(tx: Context, blocks: Block[]): Promise<void> {
  await lockBetween(
    tx,
    blocks.map(({ blockerId, blockedId }) => ({ one: blockerId, other: blockedId })),
  );
}
