import { z } from 'zod';
import { media } from './media.ts';
import { id } from './wire.ts';

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
  error: z.tuple([z.object({ message: z.string(), code: z.string() })]),
} as const;

type Emitted<Events extends Record<string, z.ZodTuple>> = {
  [Name in keyof Events]: (...payload: z.output<Events[Name]>) => void;
};
export type ClientEvents = Emitted<typeof clientEvents>;
export type ServerEvents = Emitted<typeof serverEvents>;
