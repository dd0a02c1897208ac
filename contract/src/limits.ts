const MINUTE = 60;
const MB = 1_048_576;
const GB = 1_024 * MB;

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

/** The limits that are the same for all tiers. */
export const everyone = {
  /** The size of an avatar or cover before it is cropped. */
  profilePictureBytes: 5 * MB,
  /** In graphemes. */
  messageLength: 2_000,
  messagePictures: 4,
  /** A person's uploads that no post, message or profile uses yet. */
  unattachedFiles: 20,
} as const;

/** The most drafts that a person keeps. */
export const MAX_DRAFTS = 100;

/** The lengths of an account's fields, in characters. */
export const accountLimits = {
  username: { min: 3, max: 30 },
  fullName: { min: 1, max: 50 },
  bio: { max: 160 },
  password: { min: 8, max: 128 },
  /** Why somebody wants to join. */
  reason: { max: 500 },
} as const;

/** The name and the hue of a site whose operator has set none. */
export const siteDefaults = { name: 'Roost', accent: 285 } as const;

/** Texts are in characters. */
export const moderationLimits = {
  /** The comment that a reporter adds to the reason. */
  comment: 1_000,
  /** A note for the staff, or a message to the author. */
  note: 2_000,
  /** The reports that a case shows, and the decisions. */
  shownReports: 100,
  shownDecisions: 50,
  shownNotes: 50,
  /** The characters of a text that the list of cases shows. */
  preview: 280,
  appeal: 2_000,
} as const;
