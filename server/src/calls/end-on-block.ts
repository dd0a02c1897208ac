import type { EventBus } from '../domain-events.ts';
import { advanceLocked } from './advance-call.ts';
import { lockLiveCalls } from './call.queries.ts';

/** A block ends the call of its two, as part of it: whoever is answered that it stands is in no call with them. */
export function endOnBlock(events: EventBus): void {
  events.within('blocked', async (tx, blocks) => {
    for (const { blockerId, blockedId } of blocks) {
      const pair = [blockerId, blockedId];
      for (const call of await lockLiveCalls(tx, pair))
        if (pair.includes(call.caller_id) && pair.includes(call.callee_id))
          await advanceLocked(tx, call, { name: 'blocked', by: blockerId });
    }
  });
}
