import { z } from 'zod';
import { defineRemoteEvent } from '../kernel/events.ts';

/** These people have a conversation more, or one less, in their lists. */
export const partnersChanged = defineRemoteEvent(
  'partnersChanged',
  z.object({ userIds: z.array(z.uuid()) }),
);
