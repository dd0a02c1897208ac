import { z } from 'zod';
import { defineRemoteEvent } from '../kernel/events.ts';
import type { CallRecord } from '../platform/database/tables.ts';
import type { CallUpdate } from './call-machine.ts';

export interface CallMoved {
  call: CallRecord;
  updates: CallUpdate[];
}

const schema = z.object({
  call: z.looseObject({
    id: z.uuid(),
    caller_id: z.uuid(),
    callee_id: z.uuid(),
    status: z.enum(['ringing', 'active', 'ended']),
  }),
  updates: z.array(z.string()),
});

/** A call changed its state. Carries the call and the updates for its tabs. */
export const callChanged = defineRemoteEvent(
  'callChanged',
  schema as z.ZodType as z.ZodType<CallMoved>,
);
