import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { success } from './wire.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const MB = 1_048_576;

/** Points per window in seconds, by person, or by address when signed out (contract §1, limits). */
export const rateLimits = {
  reads: { points: 600, per: 5 * MINUTE },
  writes: { points: 300, per: 5 * MINUTE },
  posts: { points: 30, per: 5 * MINUTE },
  reactions: { points: 120, per: 5 * MINUTE },
  /** Sent, whichever way. */
  messages: { points: 300, per: 5 * MINUTE },
  searches: { points: 300, per: 5 * MINUTE },
  uploads: { points: 60, per: 5 * MINUTE },
  /** Sockets opened. */
  handshakes: { points: 120, per: 5 * MINUTE },
  /** Events sent over a socket. */
  socketEvents: { points: 1_500, per: 5 * MINUTE },
  /** People rung. */
  calls: { points: 60, per: 5 * MINUTE },
  /** Events sent over /webrtc: a call's beginning takes some dozens. */
  callSignals: { points: 3_000, per: 5 * MINUTE },
  iceServers: { points: 60, per: 5 * MINUTE },
  /** Subscriptions begun or cancelled: each asks somebody else, who is slow to answer. */
  subscriptions: { points: 20, per: HOUR },
  follows: { points: 100, per: HOUR },
  blocks: { points: 60, per: HOUR },
  register: { points: 10, per: 30 * MINUTE },
  /** Only failures count; kept by account and by address. */
  loginFailures: { points: 10, per: 15 * MINUTE },
  /** By address of mail. */
  resetMails: { points: 5, per: 30 * MINUTE },
  /** By account, in silence: what is over is not sent, and the answer does not tell. */
  resetMailGap: { points: 1, per: 2 * MINUTE },
  resetMailsHourly: { points: 5, per: HOUR },
  resetMailsSite: { points: 500, per: HOUR },
  /** By address of the network: signing in, registering and resetting, taken together. */
  auth: { points: 120, per: 5 * MINUTE },
} as const;
/** How many of something one person may have going on at the same moment. */
export const atOnce = { uploads: 8 } as const;
export type LimitName = keyof typeof rateLimits;

/** What a tier may do (contract §4, limits). Lengths in graphemes, sizes in bytes, windows in seconds. */
export const tiers = {
  free: {
    postLength: 500,
    files: 4,
    imageBytes: 2 * MB,
    videoBytes: 50 * MB,
    editChances: 3,
    editWindow: 15 * MINUTE,
  },
  premium: {
    postLength: 5_000,
    files: 8,
    imageBytes: 5 * MB,
    videoBytes: 200 * MB,
    editChances: 5,
    editWindow: 30 * MINUTE,
  },
} as const;
export type TierName = keyof typeof tiers;

/** Bytes of an avatar or cover as it is chosen, before it is cropped; the same for everyone (contract §4). */
const PROFILE_PICTURE_BYTES = 5 * MB;
/** What anyone may, whatever their tier. */
export const everyone = {
  profilePictureBytes: PROFILE_PICTURE_BYTES,
  /** In graphemes. */
  messageLength: 2_000,
  messagePictures: 4,
} as const;

const tier = z.object({
  postLength: z.int(),
  files: z.int(),
  imageBytes: z.int(),
  videoBytes: z.int(),
  editChances: z.int(),
  editWindow: z.int(),
});

/** Sizes of an account's own fields, in characters (contract §2). */
export const accountLimits = {
  username: { min: 3, max: 30 },
  fullName: { min: 1, max: 50 },
  bio: { max: 160 },
  password: { min: 8, max: 128 },
} as const;

export const getLimits = endpoint({
  method: 'GET',
  path: '/api/limits',
  summary: 'What each tier may do, and which one the viewer has',
  auth: 'member',
  limit: 'reads',
  response: success(
    z.object({
      tier: z.enum(['free', 'premium']),
      free: tier,
      premium: tier,
      everyone: z.object({
        profilePictureBytes: z.int(),
        messageLength: z.int(),
        messagePictures: z.int(),
      }),
      /** Whether videos that not every browser plays are made so that they do. */
      convertsVideo: z.boolean(),
    }),
  ),
});
