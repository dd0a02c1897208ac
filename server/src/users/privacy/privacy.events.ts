import { z } from 'zod';
import { defineRemoteEvent } from '../../kernel/events.ts';

export const privacyChanged = defineRemoteEvent('privacyChanged', z.object({ userId: z.uuid() }));
