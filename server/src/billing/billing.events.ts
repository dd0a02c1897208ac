import { z } from 'zod';
import { defineEvent, defineRemoteEvent } from '../kernel/events.ts';

/** Premium began or ended. */
export const premiumChanged = defineEvent<{ userId: string; isActive: boolean }>('premiumChanged');

/** The end of somebody's Premium was set, whether or not that makes a difference now. */
export const premiumSet = defineRemoteEvent('premiumSet', z.object({ userId: z.uuid() }));
