import { z } from 'zod';
import { defineRemoteEvent } from '../../kernel/events.ts';

/** A person said of a post "Not this", or took it back. */
export const lessChanged = defineRemoteEvent('lessChanged', z.object({ userId: z.uuid() }));
