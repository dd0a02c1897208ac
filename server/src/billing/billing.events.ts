import { z } from 'zod';
import { defineEvent, defineRemoteEvent } from '../kernel/events.ts';

/** Premium began or ended. */
export const premiumChanged = defineEvent<{ userId: string; isActive: boolean }>('premiumChanged');

/** The server stored a new end of Premium. Premium itself may have neither begun nor ended. */
export const premiumEndStored = defineRemoteEvent(
  'premiumEndStored',
  z.object({ userId: z.uuid() }),
);
