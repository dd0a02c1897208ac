const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

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
   * Failed session look-ups by address, by network and by token. Tokens that this installation signed count by token only.
   * Their limit allows all requests that a member sends before the first answer is cached.
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
  /** The limits of a new account, beside those above: mention people, write to somebody first, follow. */
  newAccountMentions: { points: 10, per: DAY },
  newAccountChats: { points: 5, per: DAY },
  newAccountFollows: { points: 20, per: DAY },
  /** Reports to the moderators. */
  reports: { points: 20, per: HOUR },
  appeals: { points: 10, per: HOUR },
  register: { points: 10, per: 30 * MINUTE },
  /** Failed sign-ins, by account and by address. */
  loginFailures: { points: 10, per: 15 * MINUTE },
  /** Failed proofs in a session, by account. */
  reauthFailures: { points: 5, per: 15 * MINUTE },
  /** Mails that confirm an address, by account. */
  verificationMails: { points: 5, per: HOUR },
  /** Mails about sign-ins on new devices, by account. The server drops further ones, and the answer does not show it. */
  newDeviceMails: { points: 5, per: HOUR },
  /** By email address. */
  resetMails: { points: 5, per: 30 * MINUTE },
  /** By account. The server drops further mails, and the answer does not show it. */
  resetMailGap: { points: 1, per: 2 * MINUTE },
  resetMailsHourly: { points: 5, per: HOUR },
  /** By network, then for the whole site. Further mails are postponed. There are two reserves: known devices, and the first mail of each network. */
  resetMailsNetwork: { points: 20, per: HOUR },
  resetMailsSite: { points: 400, per: HOUR },
  resetMailsReserve: { points: 50, per: HOUR },
  /** Sign-ins and resets together, by network address. */
  auth: { points: 120, per: 5 * MINUTE },
} as const;
export type LimitName = keyof typeof rateLimits;

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
