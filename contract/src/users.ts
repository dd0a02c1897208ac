import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { accountLimits, everyone } from './limits.ts';
import { nameText, text } from './text.ts';
import { done, id, MAX_LIMIT, pageNumber, pagination, paging, success, time } from './wire.ts';

const premium = z.object({ isActive: z.boolean() });

export const messagePreference = z.enum([
  'everyone',
  'followers',
  'following',
  'mutualFollowers',
  'no one',
]);
export type MessagePreference = z.infer<typeof messagePreference>;

export const fromWhom = z.object({ from: z.enum(['anyone', 'no one']) });
export const notificationTypes = ['like', 'comment', 'follow', 'mention', 'repost'] as const;
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

/** What is left of a person where a block stands between: enough to say who it is. */
export const namedUser = z.object({
  _id: id,
  username: z.string(),
  fullName: z.string(),
  avatar: z.url().nullable(),
});

export const userCard = namedUser.extend({
  bio: z.string(),
  premium,
  followersCount: z.int(),
  followingCount: z.int(),
  isFollowingByCurrentUser: z.boolean(),
});
export type UserCard = z.infer<typeof userCard>;

export const profile = userCard.extend({
  coverImage: z.url().nullable(),
  createdAt: time,
  messagePreference,
  postsCount: z.int(),
  isBlockedByCurrentUser: z.boolean(),
  blockedByOtherUser: z.boolean(),
  followsCurrentUser: z.boolean(),
  canMessage: z.boolean(),
  canCall: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

export const blockedProfile = namedUser.extend({
  isBlockedByCurrentUser: z.boolean(),
  blockedByOtherUser: z.boolean(),
});
export type BlockedProfile = z.infer<typeof blockedProfile>;

/** Flags of a block come first, so a client can tell the two shapes apart by one key: `createdAt`. */
export const profileOrBlocked = z.union([profile, blockedProfile]);

/** The author as a post carries it. */
export const postOwner = namedUser.extend({
  premium,
  isFollowingByCurrentUser: z.boolean(),
  isBlockedByCurrentUser: z.boolean(),
});
export type PostOwner = z.infer<typeof postOwner>;

export const ownUser = userCard.omit({ isFollowingByCurrentUser: true }).extend({
  email: z.string(),
  coverImage: z.url().nullable(),
  createdAt: time,
  postsCount: z.int(),
  messagePreference,
  notificationPreferences,
  /** Ids of everyone the viewer blocks. */
  blockedUsers: z.array(id),
  /** Ids, at most the 1,000 newest. */
  following: z.array(id),
});
export type OwnUser = z.infer<typeof ownUser>;

const blockedUser = namedUser.extend({ bio: z.string() });
export type BlockedUser = z.infer<typeof blockedUser>;

/** A card, and again under `profile` what a card leaves out. */
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

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/api/users/updateuser',
  summary: 'Change the own name, bio, avatar or cover; what is not given stays as it is',
  auth: 'member',
  limit: 'uploads',
  encoding: 'multipart',
  body: z.object({
    /** Empty is not given: nobody is without a name. */
    fullName: nameText(accountLimits.fullName.max)
      .refine((value) => value === '' || value.trim() !== '', 'Enter your name.')
      .optional(),
    /** Empty takes the bio away. */
    bio: text(accountLimits.bio.max).optional(),
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

export const listBlockedUsers = endpoint({
  method: 'GET',
  path: '/api/users/blocked-users',
  summary: 'Everyone the viewer blocks, newest first',
  auth: 'member',
  limit: 'reads',
  response: success(z.array(blockedUser)),
});

export const toggleBlock = endpoint({
  method: 'POST',
  path: '/api/users/toogleblock/:userId',
  summary: 'Block or unblock a person',
  auth: 'member',
  limit: 'blocks',
  params: z.object({ userId: id }),
  response: success(z.object({ blockedUsers: z.array(blockedUser), user: profileOrBlocked })),
});

const followed = success(z.object({ following: z.boolean() })).required({ message: true });

export const follow = endpoint({
  method: 'POST',
  path: '/api/follow/:userId',
  summary: 'Follow a person; again is a success that changes nothing',
  auth: 'member',
  limit: 'follows',
  params: z.object({ userId: id }),
  response: followed,
});

export const unfollow = endpoint({
  method: 'DELETE',
  path: '/api/follow/:userId',
  summary: 'Stop following a person',
  auth: 'member',
  limit: 'follows',
  params: z.object({ userId: id }),
  response: followed,
});

const userPage = success(z.object({ users: z.array(userCard), pagination }));

export const listFollowers = endpoint({
  method: 'GET',
  path: '/api/follow/:userId/followers',
  summary: 'Who follows a person, newest first',
  auth: 'member',
  limit: 'reads',
  params: z.object({ userId: id }),
  query: paging,
  response: userPage,
});

export const listFollowing = endpoint({
  method: 'GET',
  path: '/api/follow/:userId/following',
  summary: 'Whom a person follows, newest first',
  auth: 'member',
  limit: 'reads',
  params: z.object({ userId: id }),
  query: paging,
  response: userPage,
});
