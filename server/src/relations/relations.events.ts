import { z } from 'zod';
import { defineEvent, defineRemoteEvent } from '../kernel/events.ts';

const follow = z.object({ followerId: z.uuid(), followeeId: z.uuid() });
const block = z.object({ blockerId: z.uuid(), blockedId: z.uuid() });

export type Follow = z.infer<typeof follow>;
export type Block = z.infer<typeof block>;

export const followed = defineRemoteEvent('followed', follow);
export const unfollowed = defineRemoteEvent('unfollowed', follow);
/** Somebody asked to follow a person, or the request ended: it got an answer, was withdrawn or became a follow. */
export const followRequestsChanged = defineEvent<Follow & { isOpen: boolean }>(
  'followRequestsChanged',
);
/** A person let somebody follow them who had asked. `followed` and `followRequestsChanged` come beside it. */
export const followRequestAccepted = defineEvent<Follow>('followRequestAccepted');
/** A person muted or unmuted somebody or something. */
export const mutesChanged = defineRemoteEvent('mutesChanged', z.object({ userId: z.uuid() }));
export const blocked = defineRemoteEvent('blocked', block);
export const unblocked = defineRemoteEvent('unblocked', block);
