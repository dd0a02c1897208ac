import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { text } from './text/text.ts';
import { mute, namedUser, profileOrBlocked, userCard } from './users.ts';
import { done, id, notShown, pagination, paging, success, time } from './wire.ts';

const blockedUser = namedUser.extend({ bio: z.string() });

export type BlockedUser = z.infer<typeof blockedUser>;

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

const followed = success(
  z.object({
    following: z.boolean(),
    /** The person approves followers, and has not answered yet. */
    requested: z.boolean(),
  }),
).required({ message: true });

export const follow = endpoint({
  method: 'POST',
  path: '/api/follow/:userId',
  summary: 'Follow a person, or ask to; again is a success that changes nothing',
  auth: 'member',
  limit: 'follows',
  params: z.object({ userId: id }),
  isPending: ({ data }) => data.requested,
  response: followed,
});

export const unfollow = endpoint({
  method: 'DELETE',
  path: '/api/follow/:userId',
  summary: 'Stop following a person, or withdraw the request',
  auth: 'member',
  limit: 'follows',
  params: z.object({ userId: id }),
  response: followed,
});

const userPage = success(
  z.object({
    users: z.array(userCard),
    /** The person hides the list, so it is empty. The counts of the profile stay. */
    isHidden: z.boolean(),
    pagination: pagination.extend({ notShown }),
  }),
);

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

export const removeFollower = endpoint({
  method: 'DELETE',
  path: '/api/follow/:userId/follower',
  summary: 'Make a person follow the viewer no longer; they get no notice',
  auth: 'member',
  limit: 'writes',
  params: z.object({ userId: id }),
  response: done,
});

export const listFollowRequests = endpoint({
  method: 'GET',
  path: '/api/follow/requests',
  summary: 'Who asks to follow the viewer, newest first',
  auth: 'member',
  limit: 'reads',
  query: paging,
  response: success(
    z.object({
      users: z.array(userCard),
      /** The number of all requests, at most 1,000. */
      count: z.int(),
      pagination,
    }),
  ),
});

export const acceptFollowRequest = endpoint({
  method: 'POST',
  path: '/api/follow/requests/:userId',
  summary: 'Let a person follow the viewer',
  auth: 'member',
  limit: 'writes',
  params: z.object({ userId: id }),
  response: done,
});

export const refuseFollowRequest = endpoint({
  method: 'DELETE',
  path: '/api/follow/requests/:userId',
  summary: 'Refuse a follow request; nobody gets a notice',
  auth: 'member',
  limit: 'writes',
  params: z.object({ userId: id }),
  response: done,
});

/** A mute lasts at most this long, or has no end. */
export const MAX_MUTE_MINUTES = 10 * 366 * 24 * 60;

export const listMutes = endpoint({
  method: 'GET',
  path: '/api/users/mutes',
  summary: 'Whom the viewer mutes, newest first',
  auth: 'member',
  limit: 'reads',
  query: paging,
  response: success(z.object({ users: z.array(userCard.extend({ mute })), pagination })),
});

export const muteUser = endpoint({
  method: 'PUT',
  path: '/api/users/mutes/:userId',
  summary: 'Hide a person’s posts from the viewer’s feed, notifications, search and suggestions',
  auth: 'member',
  limit: 'writes',
  params: z.object({ userId: id }),
  body: z.object({
    /** Without it, the mute has no end. */
    minutes: z.int().min(1).max(MAX_MUTE_MINUTES).optional(),
    /** Mute only the person’s reposts. */
    reposts: z.boolean().default(false),
  }),
  response: success(mute).required({ message: true }),
});

export const unmuteUser = endpoint({
  method: 'DELETE',
  path: '/api/users/mutes/:userId',
  summary: 'Show a person’s posts again; again is a success that changes nothing',
  auth: 'member',
  limit: 'writes',
  params: z.object({ userId: id }),
  response: done,
});

export const MAX_MUTED_WORDS = 200;
export const MAX_MUTED_WORD_LENGTH = 100;

/** A constant of its own, because browsers have no schemas. */
const everyPlace = ['feed', 'notifications', 'search'] as const;
export const mutedPlace = z.enum(everyPlace);

export const mutedWord = z.object({
  text: z.string(),
  wholeWord: z.boolean(),
  /** Null for a word without an end. */
  until: time.nullable(),
  where: z.array(mutedPlace),
});

/** Leaves an invalid time as it is. The schema refuses it. */
function inUtc(value: string): string {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? value : at.toISOString();
}

const typedMutedWord = z.object({
  text: text(MAX_MUTED_WORD_LENGTH).refine((value) => value !== '', 'Enter a word.'),
  wholeWord: z.boolean().default(false),
  /** Without it, the word is muted without an end. */
  until: z.iso.datetime({ offset: true }).max(40).overwrite(inUtc).nullable().default(null),
  /** Feed and search leave out matching posts. Notifications and threads only carry `mutedBy`. */
  where: z
    .array(mutedPlace)
    .min(1)
    .max(everyPlace.length)
    .default([...everyPlace]),
});

const mutedWords = success(z.object({ words: z.array(mutedWord) }));

export const listMutedWords = endpoint({
  method: 'GET',
  path: '/api/users/muted-words',
  summary: 'The words that the viewer mutes',
  auth: 'member',
  limit: 'reads',
  response: mutedWords,
});

export const setMutedWords = endpoint({
  method: 'PUT',
  path: '/api/users/muted-words',
  summary: 'Replace the words that the viewer mutes',
  auth: 'member',
  limit: 'writes',
  body: z.object({ words: z.array(typedMutedWord).max(MAX_MUTED_WORDS) }),
  bodyBytes: 524_288,
  response: mutedWords,
});

export const MAX_NOTE_LENGTH = 500;

export const setNote = endpoint({
  method: 'PUT',
  path: '/api/users/notes/:userId',
  summary: 'Keep a private note about a person, which the profile shows to the viewer only',
  auth: 'member',
  limit: 'writes',
  params: z.object({ userId: id }),
  body: z.object({
    text: text(MAX_NOTE_LENGTH).refine((value) => value !== '', 'Enter a note.'),
  }),
  response: done,
});

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/api/users/notes/:userId',
  summary: 'Delete the private note about a person; again is a success that changes nothing',
  auth: 'member',
  limit: 'writes',
  params: z.object({ userId: id }),
  response: done,
});
