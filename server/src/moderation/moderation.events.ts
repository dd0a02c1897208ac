import { z } from 'zod';
import { defineRemoteEvent } from '../kernel/events.ts';

/** A case of the moderators is new or changed. */
export const caseChanged = defineRemoteEvent('caseChanged', z.object({ caseId: z.uuid() }));
