import { z } from 'zod';
import { media } from './media.ts';
import { notification } from './notifications.ts';
import { id } from './wire.ts';

/** A number of the person's stream: stored events carry theirs as `seq` (contract §8). */
const place = z.object({ seq: z.int() });

/** What a client may send over the main socket, each with its payload (contract §8). */
export const clientEvents = {
  addUser: z.tuple([id]),
  userOffline: z.tuple([id]),
  ping: z.tuple([id]),
} as const;

/** What the server sends over the main socket, each with its payload (contract §8). */
export const serverEvents = {
  /** An own video is through; to its owner's tabs. */
  mediaReady: z.tuple([media]),
  /** Of the people this person follows or talks with, those online; on connect and on change. */
  getOnlineUsers: z.tuple([z.array(id)]),
  newNotification: z.tuple([notification.extend({ unreadCount: z.int(), ...place.shape })]),
  /** Some were read or deleted, in another tab or by whoever caused them. */
  notificationsChanged: z.tuple([z.object({ unreadCount: z.int(), ...place.shape })]),
  /** Where a stream stands that is followed from now on: what to send as `auth.since` after the next connect. */
  streamStart: z.tuple([place]),
  /** What was missed is no longer kept: fetch everything anew, and go on from here. */
  streamReset: z.tuple([place]),
  error: z.tuple([z.object({ message: z.string(), code: z.string() })]),
} as const;

type Emitted<Events extends Record<string, z.ZodTuple>> = {
  [Name in keyof Events]: (...payload: z.output<Events[Name]>) => void;
};
export type ClientEvents = Emitted<typeof clientEvents>;
export type ServerEvents = Emitted<typeof serverEvents>;
