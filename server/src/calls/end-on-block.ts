import type { Context } from '../kernel/context.ts';
import type { Block } from '../relations/relations.events.ts';
import { advanceLocked } from './advance-call.ts';
import { lockLiveCalls } from './call.queries.ts';

/** Ends the live call between two people in the transaction of the block. */
export async function endCallsOfBlocked(tx: Context, blocks: Block[]): Promise<void> {
  for (const { blockerId, blockedId } of blocks) {
    const pair = [blockerId, blockedId];
    for (const call of await lockLiveCalls(tx, pair))
      if (pair.includes(call.caller_id) && pair.includes(call.callee_id))
        await advanceLocked(tx, call, { name: 'blocked', by: blockerId });
  }
}
