const MINUTE = 60;
const HOUR = 60 * MINUTE;
const MB = 1_048_576;
const GB = 1_024 * MB;

/** Points per window in seconds. Each limit counts by person, or by address without a session. */
export const rateLimits = {
  reads: { points: 600, per: 5 * MINUTE },
  writes: { points: 300, per: 5 * MINUTE },
  posts: { points: 30, per: 5 * MINUTE },
  reactions: { points: 120, per: 5 * MINUTE },
  /** Sent messages, over HTTP and sockets. */
  messages: { points: 300, per: 5 * MINUTE },
  /** Requests for picture and video files. */
  mediaFiles: { points: 3_000, per: 5 * MINUTE },
  /**
   * Failed session look-ups, by address and by network. The third counts those of each token that this installation
   * signed: as many as a member may send requests at once, before the first answer is cached.
   */
  sessionLookUps: { points: 40, per: 20 },
  networkLookUps: { points: 400, per: 20 },
  tokenLookUps: { points: 600, per: 30 },
  searches: { points: 300, per: 5 * MINUTE },
  uploads: { points: 60, per: 5 * MINUTE },
  /** Opened sockets. */
  handshakes: { points: 120, per: 5 * MINUTE },
  /** Events that a client sends over a socket. */
  socketEvents: { points: 1_500, per: 5 * MINUTE },
  /** Placed calls. */
  calls: { points: 60, per: 5 * MINUTE },
  /** Events that a client sends over /webrtc. The start of a call needs some dozens. */
  callSignals: { points: 3_000, per: 5 * MINUTE },
  iceServers: { points: 60, per: 5 * MINUTE },
  /** New and cancelled subscriptions. Each waits for the payment provider. */
  subscriptions: { points: 20, per: HOUR },
  follows: { points: 100, per: HOUR },
  blocks: { points: 60, per: HOUR },
  register: { points: 10, per: 30 * MINUTE },
  /** Failed sign-ins, by account and by address. */
  loginFailures: { points: 10, per: 15 * MINUTE },
  /** By mail address. */
  resetMails: { points: 5, per: 30 * MINUTE },
  /** By account. The server drops further mails, and the answer does not show it. */
  resetMailGap: { points: 1, per: 2 * MINUTE },
  resetMailsHourly: { points: 5, per: HOUR },
  /** By network, then for the whole site. Further mails are postponed. The reserve exists once for each of two kinds. */
  resetMailsNetwork: { points: 20, per: HOUR },
  resetMailsSite: { points: 400, per: HOUR },
  resetMailsReserve: { points: 50, per: HOUR },
  /** Sign-ins and resets together, by network address. */
  auth: { points: 120, per: 5 * MINUTE },
} as const;
/** The most requests, uploads and sockets that may be open at the same time. */
export const concurrencyLimits = {
  /** By person. */
  uploads: 8,
  /** By address: idle connections and open requests together. */
  openRequests: 512,
  /** By address: sockets during their handshake. */
  handshakes: 256,
  /** Open sockets, by person and by session. A person has at most 20 sessions. */
  sockets: 200,
  socketsOfSession: 40,
} as const;
export type LimitName = keyof typeof rateLimits;

/**
 * The limits of each tier. Lengths are in graphemes, sizes in bytes, windows in seconds. `dayBytes` limits the
 * bytes that one person's uploads may add in a day (UTC).
 */
export const tiers = {
  free: {
    postLength: 500,
    files: 4,
    imageBytes: 2 * MB,
    videoBytes: 50 * MB,
    dayBytes: 2 * GB,
    editChances: 3,
    editWindow: 15 * MINUTE,
  },
  premium: {
    postLength: 5_000,
    files: 8,
    imageBytes: 5 * MB,
    videoBytes: 200 * MB,
    dayBytes: 10 * GB,
    editChances: 5,
    editWindow: 30 * MINUTE,
  },
} as const;
export type TierName = keyof typeof tiers;

/** The size of an avatar or cover before it is cropped. */
const PROFILE_PICTURE_BYTES = 5 * MB;
/** The limits that are the same for all tiers. */
export const everyone = {
  profilePictureBytes: PROFILE_PICTURE_BYTES,
  /** In graphemes. */
  messageLength: 2_000,
  messagePictures: 4,
  /** A person's uploads that no post, message or profile uses yet. */
  unattachedFiles: 20,
} as const;

/** The lengths of an account's fields, in characters. */
export const accountLimits = {
  username: { min: 3, max: 30 },
  fullName: { min: 1, max: 50 },
  bio: { max: 160 },
  password: { min: 8, max: 128 },
} as const;
