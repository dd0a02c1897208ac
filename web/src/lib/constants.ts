const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** A call is given up after this long without a byte moving (spec §9). */
export const API_TIMEOUT_MS = 60 * SECOND;
export const CHUNK_TIMEOUT_MS = 120 * SECOND;

/** How long an answer counts as fresh, so that it is not asked for again (spec §9). */
export const freshFor = {
  list: 5 * MINUTE,
  post: 10 * MINUTE,
  profile: 10 * MINUTE,
  trending: 15 * MINUTE,
  unread: 10 * SECOND,
} as const;

export const PAGE_SIZE = 10;
export const SUGGESTED_COUNT = 5;

export const HOVER_CARD_AFTER_MS = 1 * SECOND;
export const HOVER_CARD_LINGERS_MS = 300;

/** How long words about a changed preference stay, and an edited profile's dialog. */
export const PREFERENCE_FEEDBACK_MS = 3 * SECOND;
export const PROFILE_EDITED_MS = 1500;

/** The drawer of what one wants to be told of closes this long after it was saved. */
export const PREFERENCES_SAVED_MS = 800;

/** From the last key on. */
export const SEARCH_DEBOUNCE_MS = 500;
/** In characters; the server finds nobody by fewer. */
export const SHORTEST_NAME = 2;
/** How long a new message's dialog says that it takes one recipient only. */
export const ONE_RECIPIENT_MS = 2 * SECOND;
/** The lists of names and hashtags under what is being written must keep up with it. */
export const SUGGEST_DEBOUNCE_MS = 150;

/** What stands for something is not shown for less: it would only flicker (look, states). */
export const SKELETON_AFTER_MS = 150;

export const TOAST_MS = 3 * SECOND;

/** Words that came over the socket stay longer than others. */
export const SOCKET_ERROR_MS = 5 * SECOND;

export const RESEND_WAIT_S = 120;
export const REGISTERED_TO_LOGIN_MS = 1500;
export const RESET_TO_LOGIN_MS = 2 * SECOND;

export const socketTiming = {
  timeoutMs: 60 * SECOND,
  attempts: 5,
  delayMs: 1 * SECOND,
  pingEveryMs: 30 * SECOND,
  /** How long an answer to an event is waited for. */
  answerMs: 20 * SECOND,
  /** The same while a call waits for its line, which has 5 s to come back. */
  proofMs: 1500,
} as const;

export const callTiming = {
  /** How long either side's dialog stands while it rings. */
  dialogMs: 60 * SECOND,
  /** How much later than a clock of this side's a word of the server's that is due may come. */
  lateMs: 5 * SECOND,
  /** After a call has ended none can be placed for so long. */
  coolDownMs: 2 * SECOND,
  /** How long words about a call stay. */
  noticeMs: 3 * SECOND,
  controlsHideMs: 4 * SECOND,
  /** How long a line that broke may take to come back. */
  graceMs: 5 * SECOND,
  /** In which the other side comes and a way to it is found: longer than browsers take to give up. */
  connectMs: 30 * SECOND,
  /** One that could not be set up is shown for so long before its screen goes. */
  failedMs: 3 * SECOND,
  measureEveryMs: 2 * SECOND,
} as const;

/** While somebody types it is told this often; after so long without a key they have stopped. */
export const TYPING_TOLD_EVERY_MS = 3 * SECOND;
/** And without news so long they have stopped, too. */
export const TYPING_SHOWN_MS = 6 * SECOND;

/** Matches `--out` in theme.css. */
export const FADE_OUT_MS = 140;
