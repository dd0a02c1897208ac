import { z } from 'zod';
import { defineRemoteEvent } from '../kernel/events.ts';

/** A video is finished, and can be played everywhere. */
export const mediaReady = defineRemoteEvent(
  'mediaReady',
  z.object({ mediaId: z.uuid(), ownerId: z.uuid() }),
);
