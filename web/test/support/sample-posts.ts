import type { OriginalPost, Post } from '@roost/contract/posts';
import type { OwnUser, PostOwner } from '@roost/contract/users';
import { sampleId } from './sample-id.ts';

export const alice = person('alice');
export const bob = person('bob');

export const viewer: OwnUser = {
  ...alice,
  bio: '',
  followersCount: 0,
  followingCount: 0,
  email: 'alice@example.org',
  role: 'member',
  coverImage: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  postsCount: 0,
  messagePreference: 'everyone',
  notificationPreferences: {
    all: { from: 'anyone' },
    types: {
      like: { from: 'anyone' },
      comment: { from: 'anyone' },
      follow: { from: 'anyone' },
      mention: { from: 'anyone' },
      repost: { from: 'anyone' },
    },
  },
  blockedUsers: [],
  following: [],
  followRequestsCount: 0,
  links: [],
  language: 'en',
};

export function samplePost(name: string, change: Partial<OriginalPost> = {}): OriginalPost {
  return {
    _id: name,
    ownerid: bob,
    content: `What ${name} says`,
    media: [],
    visibility: 'public',
    parentPost: null,
    hashtags: [],
    mentions: [],
    stats: { likeCount: 3, commentCount: 0, repostCount: 1 },
    isLikedByCurrentUser: false,
    isBookmarkedByCurrentUser: false,
    isRepostedByCurrentUser: false,
    isThreadMuted: false,
    isPinned: false,
    edits: {
      isedited: false,
      editedAt: null,
      editvalidtill: '2026-01-01T00:15:00.000Z',
      editchancesleft: 3,
    },
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...change,
    isRepost: false,
    originalPost: null,
  };
}

export function sampleRepost(name: string, original: OriginalPost, by: PostOwner = alice): Post {
  return { ...original, _id: name, ownerid: by, isRepost: true, originalPost: original };
}

function person(username: string): PostOwner {
  return {
    _id: sampleId(username),
    username,
    fullName: username,
    avatar: null,
    premium: { isActive: false },
    isFollowingByCurrentUser: false,
    isBlockedByCurrentUser: false,
  };
}
