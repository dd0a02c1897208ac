const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** A call times out after this long without a byte. */
export const API_TIMEOUT_MS = 60 * SECOND;
export const CHUNK_TIMEOUT_MS = 120 * SECOND;

/** An answer stays fresh for this long. The app does not fetch it again before that. */
export const freshFor = {
  list: 5 * MINUTE,
  post: 10 * MINUTE,
  profile: 10 * MINUTE,
  trending: 15 * MINUTE,
  unread: 10 * SECOND,
  newPosts: MINUTE,
} as const;

export const PAGE_SIZE = 10;
export const SUGGESTED_COUNT = 5;

export const HOVER_CARD_AFTER_MS = 1 * SECOND;
export const HOVER_CARD_LINGERS_MS = 300;

/** How long the message about a changed preference and the dialog of an edited profile stay. */
export const PREFERENCE_FEEDBACK_MS = 3 * SECOND;
export const PROFILE_EDITED_MS = 1500;

/** The drawer of notification preferences closes this long after a save. */
export const PREFERENCES_SAVED_MS = 800;

/** A notification counts as read after this long on screen. */
export const NOTIFICATION_SEEN_MS = 1 * SECOND;

/** Starts at the last key. */
export const SEARCH_DEBOUNCE_MS = 500;
/** In characters. The server does not search for shorter names. */
export const SHORTEST_NAME = 2;
/** How long the dialog of a new message shows that it accepts one recipient only. */
export const ONE_RECIPIENT_MS = 2 * SECOND;
/** It is short, because the suggestions of names and hashtags follow the typed text. */
export const SUGGEST_DEBOUNCE_MS = 150;

/** A skeleton appears after this delay, so a quick answer does not make it flicker. */
export const SKELETON_AFTER_MS = 150;

export const TOAST_MS = 3 * SECOND;

/** A notice with a button stays long enough to be read and pressed. */
export const RETRY_TOAST_MS = 10 * SECOND;

/** Errors from the socket stay longer than other notices. */
export const SOCKET_ERROR_MS = 5 * SECOND;

export const RESEND_WAIT_S = 120;
export const REGISTERED_TO_LOGIN_MS = 1500;
export const RESET_TO_LOGIN_MS = 2 * SECOND;

export const socketTiming = {
  timeoutMs: 60 * SECOND,
  attempts: 5,
  delayMs: 1 * SECOND,
  pingEveryMs: 30 * SECOND,
  /** Timeout of an answer to an event. */
  answerMs: 20 * SECOND,
  /** The same during a call, whose connection has 5 s to come back. */
  proofMs: 1500,
} as const;

export const callTiming = {
  /** How long the dialog shows on both sides while the call rings. */
  dialogMs: 60 * SECOND,
  /** How long after the local timer a due event of the server may arrive. */
  lateMs: 5 * SECOND,
  /** Pause after a call, before a person can start the next. */
  coolDownMs: 2 * SECOND,
  /** How long a notice about a call stays. */
  noticeMs: 3 * SECOND,
  controlsHideMs: 4 * SECOND,
  /** How long the app offers to call again a person who left. */
  callAgainMs: 20 * SECOND,
  /** How long a lost connection may take to come back. */
  graceMs: 5 * SECOND,
  /** Time for the other side to join and for the peer connection. Browsers time out earlier. */
  connectMs: 30 * SECOND,
  /** The screen of a failed call closes after this long. */
  failedMs: 3 * SECOND,
  measureEveryMs: 2 * SECOND,
} as const;

/** The client reports typing this often. A person who presses no key for this long has stopped. */
export const TYPING_TOLD_EVERY_MS = 3 * SECOND;
/** The other side hides the typing sign after this long without a report. */
export const TYPING_SHOWN_MS = 6 * SECOND;

/** Matches `--out` in theme.css. */
export const FADE_OUT_MS = 140;
