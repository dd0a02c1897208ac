import { z } from 'zod';
import { defineRemoteEvent } from '../kernel/events.ts';

/** The conversation lists of these people gained or lost a conversation. */
export const conversationListsChanged = defineRemoteEvent(
  'conversationListsChanged',
  z.object({ userIds: z.array(z.uuid()) }),
);
