// Long because each feature of the server has one file here.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { accountLimits, everyone } from './limits.ts';
import { readLink } from './text/links.ts';
import { BYTES_PER_GRAPHEME, nameText, text, trimText } from './text/text.ts';
import { done, id, MAX_LIMIT, pageNumber, success, time } from './wire.ts';

export const premium = z.object({ isActive: z.boolean() });

/** From the least to the most rights. */
export const role = z.enum(['member', 'moderator', 'admin']);
export type Role = z.infer<typeof role>;

/** Tells whether somebody with a role has all rights of another role. */
export function hasRole(own: Role, needed: Role): boolean {
  return role.options.indexOf(own) >= role.options.indexOf(needed);
}

export const messagePreference = z.enum([
  'everyone',
  'followers',
  'following',
  'mutualFollowers',
  'no one',
]);
export type MessagePreference = z.infer<typeof messagePreference>;

export const fromWhom = z.object({ from: z.enum(['anyone', 'no one']) });
export const notificationPreferences = z.object({
  all: fromWhom,
  types: z.object({
    like: fromWhom,
    comment: fromWhom,
    follow: fromWhom,
    mention: fromWhom,
    repost: fromWhom,
  }),
});
export type NotificationPreferences = z.infer<typeof notificationPreferences>;

/** The name of a person. Across a block, this is all that the viewer sees. */
export const namedUser = z.object({
  _id: id,
  username: z.string(),
  fullName: z.string(),
  avatar: z.url().nullable(),
  /** Clients show the person's links as plain text, because the account is new and nobody has followed it. */
  linksDisabled: z.literal(true).optional(),
});
export type NamedUser = z.infer<typeof namedUser>;

export const userCard = namedUser.extend({
  bio: z.string(),
  premium,
  followersCount: z.int(),
  followingCount: z.int(),
  isFollowingByCurrentUser: z.boolean(),
  /** The viewer has asked to follow, and waits for an answer. */
  isFollowRequestedByCurrentUser: z.boolean(),
});
export type UserCard = z.infer<typeof userCard>;

/** A mute of the viewer. Nobody else learns of it. */
export const mute = z.object({
  /** Null for a mute without an end. */
  until: time.nullable(),
  /** Only the reposts of the person are muted. */
  reposts: z.boolean(),
});
export type Mute = z.infer<typeof mute>;

export const MAX_LINKS = 5;

/** A link on a profile. `verified` means that the linked page links back to this profile with `rel="me"`. */
export const profileLink = z.object({ url: z.url(), verified: z.boolean() });

export const profile = userCard.extend({
  coverImage: z.url().nullable(),
  links: z.array(profileLink).max(MAX_LINKS),
  /** People whom the viewer follows and who follow this person: their number, and some of them. */
  followedBy: z.object({ users: z.array(namedUser).max(3), count: z.int() }),
  createdAt: time,
  messagePreference,
  postsCount: z.int(),
  isBlockedByCurrentUser: z.boolean(),
  blockedByOtherUser: z.boolean(),
  followsCurrentUser: z.boolean(),
  mute: mute.nullable(),
  /** The viewer's private note about the person. */
  note: z.string().nullable(),
  canMessage: z.boolean(),
  canCall: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

export const blockedProfile = namedUser.extend({
  isBlockedByCurrentUser: z.boolean(),
  blockedByOtherUser: z.boolean(),
});
export type BlockedProfile = z.infer<typeof blockedProfile>;

/** A profile, or a name with block flags. A client distinguishes them by the key `createdAt`. */
export const profileOrBlocked = z.union([profile, blockedProfile]);

/** The author of a post. */
export const postOwner = namedUser.extend({
  premium,
  isFollowingByCurrentUser: z.boolean(),
  isBlockedByCurrentUser: z.boolean(),
});
export type PostOwner = z.infer<typeof postOwner>;

export const ownUser = userCard
  .omit({ isFollowingByCurrentUser: true, isFollowRequestedByCurrentUser: true })
  .extend({
    email: z.string(),
    /** Present if this site wants the address to be confirmed, and it is not. */
    emailUnverified: z.literal(true).optional(),
    role,
    coverImage: z.url().nullable(),
    links: z.array(profileLink).max(MAX_LINKS),
    /** A language tag (BCP 47). */
    language: z.string(),
    createdAt: time,
    postsCount: z.int(),
    messagePreference,
    notificationPreferences,
    /** The ids of all people whom the viewer blocks. */
    blockedUsers: z.array(id),
    /** The ids of followed people, at most the 1,000 newest. */
    following: z.array(id),
    /** The number of people who wait for the viewer's answer, at most 1,000. */
    followRequestsCount: z.int(),
  });
export type OwnUser = z.infer<typeof ownUser>;

/** A card, with the fields of a hover card under `profile`. */
export const suggestedUser = userCard.extend({
  profile: profile.pick({
    username: true,
    fullName: true,
    avatar: true,
    bio: true,
    coverImage: true,
    messagePreference: true,
    createdAt: true,
    premium: true,
  }),
});
export type SuggestedUser = z.infer<typeof suggestedUser>;

export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/getuser/:username',
  summary: 'A profile by username, in any case, or by id',
  auth: 'member',
  limit: 'reads',
  params: z.object({ username: z.string().max(100) }),
  response: success(z.object({ user: profileOrBlocked })),
});

const linksField = z
  .string()
  .max(4_096)
  .transform((typed, context) => {
    const links = readLinks(typed);
    if (links) return links;
    context.addIssue(`Enter at most ${MAX_LINKS} addresses that begin with http:// or https://.`);
    return z.NEVER;
  });

/** Reads a JSON array of addresses. Returns null if it is none, or if one of them is no plain address. */
function readLinks(typed: string): string[] | null {
  let value: unknown;
  try {
    value = JSON.parse(typed);
  } catch {
    return null;
  }
  if (!Array.isArray(value) || value.length > MAX_LINKS) return null;
  const links = value.map((each) => (typeof each === 'string' ? readLink(each) : null));
  return links.every((link) => link !== null) ? links : null;
}

const languageField = z
  .string()
  .max(35)
  .refine((tag) => tag === '' || isLanguageTag(tag), 'Choose a language.');

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/api/users/updateuser',
  summary:
    'Change the own name, bio, links, language, avatar or cover; what is not given stays as it is',
  auth: 'member',
  limit: 'uploads',
  encoding: 'multipart',
  body: z.object({
    /** An empty value counts as absent, because everybody has a name. */
    fullName: z
      .string()
      .max(accountLimits.fullName.max * BYTES_PER_GRAPHEME)
      .refine((value) => value === '' || trimText(value) !== '', 'Enter your name.')
      .pipe(nameText(accountLimits.fullName.max))
      .optional(),
    /** An empty value removes the bio. */
    bio: text(accountLimits.bio.max).optional(),
    /** A JSON array of addresses. */
    links: linksField.optional(),
    /** An empty value counts as absent. */
    language: languageField.optional(),
  }),
  files: { avatar: 1, coverImage: 1 },
  pictureBytes: everyone.profilePictureBytes,
  response: success(ownUser.extend({ user: ownUser })).required({ message: true }),
});

export const setMessagePreference = endpoint({
  method: 'PATCH',
  path: '/api/users/message-preference',
  summary: 'Who may write to the viewer first',
  auth: 'member',
  limit: 'writes',
  body: z.object({ messagePreference }),
  response: success(messagePreference).required({ message: true }),
});

/** What a person shows of themself, and who may follow and reach them. */
export const privacySettings = z.object({
  /** Followers need the person's approval. */
  followApproval: z.boolean(),
  /** Online status, read receipts and typing work both ways: a person who hides theirs does not see those of others. */
  showOnline: z.boolean(),
  sendReadReceipts: z.boolean(),
  sendTyping: z.boolean(),
  /** Others see whom the person follows, and who follows the person. */
  showFollows: z.boolean(),
  /** Calls use a relay only, where there is one. */
  relayCallsOnly: z.boolean(),
  /** Suggestions, and searches for a part of a name, list the person. */
  discoverable: z.boolean(),
  messageRequests: z.boolean(),
});
export type PrivacySettings = z.infer<typeof privacySettings>;

export const getPrivacy = endpoint({
  method: 'GET',
  path: '/api/users/privacy',
  summary: 'The viewer’s privacy settings',
  auth: 'member',
  limit: 'reads',
  response: success(privacySettings),
});

export const updatePrivacy = endpoint({
  method: 'PATCH',
  path: '/api/users/privacy',
  summary: 'Change the given privacy settings; the answer has all of them',
  auth: 'member',
  limit: 'writes',
  body: privacySettings.partial(),
  response: success(privacySettings),
});

export const listSuggested = endpoint({
  method: 'GET',
  path: '/api/users/suggested',
  summary: 'People the viewer may want to follow',
  auth: 'member',
  limit: 'reads',
  query: z.object({ limit: pageNumber(5, MAX_LIMIT) }),
  response: success(z.array(suggestedUser)),
});

export const dismissSuggested = endpoint({
  method: 'DELETE',
  path: '/api/users/suggested/:userId',
  summary: 'Suggest this person no more',
  auth: 'member',
  limit: 'writes',
  params: z.object({ userId: id }),
  response: done,
});

const tier = z.object({
  postLength: z.int(),
  files: z.int(),
  imageBytes: z.int(),
  videoBytes: z.int(),
  dayBytes: z.int(),
  /** The total storage for a person's pictures and videos (MEDIA_QUOTA_GB). */
  quotaBytes: z.int(),
  editChances: z.int(),
  editWindow: z.int(),
});

const budget = z.object({ limit: z.int(), remaining: z.int() });

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
        unattachedFiles: z.int(),
      }),
      /** The daily budgets of a new account, and the ways to lift them. Null if the viewer's account is not new. */
      newAccount: z
        .object({
          /** Its first days end then. Null if they are over. */
          until: time.nullable(),
          needsVerification: z.boolean(),
          mentions: budget,
          chats: budget,
          follows: budget,
        })
        .nullable(),
      /** Whether the server converts videos that some browsers cannot play. */
      convertsVideo: z.boolean(),
      /** The days from the deletion of an account to its erasure. Can be a fraction. */
      deletionDays: z.number(),
    }),
  ),
});
