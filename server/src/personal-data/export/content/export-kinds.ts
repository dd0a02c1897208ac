import type { ReadItems } from './export-item.ts';
import {
  readAccount,
  readActivity,
  readInvites,
  readPayments,
  readSessions,
  readSubscriptions,
} from './account/read-account.ts';
import { readDecisions, readReports } from './account/read-cases.ts';
import { readDrafts } from './read-drafts.ts';
import { readKeptFeeds, readLessShown, readLists } from './read-feeds.ts';
import { readMessages } from './read-messages.ts';
import { readUploads } from './media/read-uploads.ts';
import { readBookmarks, readLikes, readMutedThreads, readPosts } from './read-posts.ts';
import {
  readBlocked,
  readDismissed,
  readFollowing,
  readMuted,
  readNotes,
  readRequested,
} from './read-relations.ts';

/**
 * The content of an export beside the files, in the order of its pages. Each kind is one JSON file and some pages. A table with what
 * a person wrote or chose needs a kind here.
 */
export const exportKinds = {
  account: readAccount,
  posts: readPosts,
  drafts: readDrafts,
  messages: readMessages,
  likes: readLikes,
  bookmarks: readBookmarks,
  following: readFollowing,
  requested: readRequested,
  blocked: readBlocked,
  muted: readMuted,
  mutedThreads: readMutedThreads,
  dismissed: readDismissed,
  notes: readNotes,
  lists: readLists,
  keptFeeds: readKeptFeeds,
  lessShown: readLessShown,
  reports: readReports,
  decisions: readDecisions,
  subscriptions: readSubscriptions,
  payments: readPayments,
  sessions: readSessions,
  activity: readActivity,
  invites: readInvites,
  uploads: readUploads,
} as const satisfies Record<string, ReadItems>;

export type ExportKind = keyof typeof exportKinds;
