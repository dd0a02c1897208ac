import { z } from 'zod';
import { defineRemoteEvent } from '../kernel/events.ts';

/** The conversation lists of these people gained or lost a conversation. */
export const partnersChanged = defineRemoteEvent(
  'partnersChanged',
  z.object({ userIds: z.array(z.uuid()) }),
);
