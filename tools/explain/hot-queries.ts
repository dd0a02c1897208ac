import { parseSearch } from '@roost/contract/text/search-query';
import {
  findLastMessages,
  findParticipants,
  listConversationRows,
} from '../../server/src/chat/conversations/conversation-list.queries.ts';
import { countUnread } from '../../server/src/chat/conversations/unread.queries.ts';
import {
  findMemberships,
  findPartners,
} from '../../server/src/chat/conversations/membership.queries.ts';
import { listMessageRows } from '../../server/src/chat/messages/message.queries.ts';
import { loadMessages } from '../../server/src/chat/messages/load-messages.ts';
import { postsByAuthors, timelinePosts } from '../../server/src/feed/feed-post.queries.ts';
import { minIdAt } from '../../server/src/lib/id-times.ts';
import { findCandidates } from '../../server/src/feed/ranking/candidate.queries.ts';
import { listFeedPosts } from '../../server/src/feed/list/list-feed-posts.ts';
import { findReader } from '../../server/src/feed/reader.queries.ts';
import { listPublicPostIds } from '../../server/src/feed/snapshots/remaining-post.queries.ts';
import { listFollowIds } from '../../server/src/relations/follow.queries.ts';
import { findMemberIds } from '../../server/src/relations/lists/list-member.queries.ts';
import { listGroupRows } from '../../server/src/notifications/groups/group.queries.ts';
import {
  countUnreadRows,
  listNotificationRows,
} from '../../server/src/notifications/notification-list.queries.ts';
import {
  findPosts as findPostRows,
  findPostForViewer,
  findScopesForViewer,
} from '../../server/src/posts/post.queries.ts';
import {
  findHydration,
  findHydrationParts,
} from '../../server/src/posts/hydration/hydration.queries.ts';
import { listAncestorIds, listThreads } from '../../server/src/posts/comments/thread.queries.ts';
import { listCommentsOf, listPostsOf } from '../../server/src/posts/lists/user-posts.queries.ts';
import { startPosition, listReacted } from '../../server/src/reactions/reaction.queries.ts';
import { ALL_POSTS, findMatches, SLICE_SIZE } from '../../server/src/search/post-search.queries.ts';
import { postTermsOf } from '../../server/src/search/post-terms.ts';
import {
  findTagsLike,
  listTaggedIds,
  listTrendingTags,
} from '../../server/src/search/hashtag.queries.ts';
import { findPeopleByName } from '../../server/src/search/user-search.queries.ts';
import { entriesAfter } from '../../server/src/event-log/event-log.queries.ts';
import { rankSuggestions } from '../../server/src/users/suggestions/rank-suggestions.ts';
import { findUserIdByName } from '../../server/src/auth/account.queries.ts';
import {
  findAuthorCards,
  findPeople as findPeopleRows,
  findRelationshipIds,
} from '../../server/src/users/user.queries.ts';

/** The context of a query. Queries use only its database. */
export type Ctx = Parameters<typeof findMatches>[0];

/** The people, posts and conversations that the queries ask about. */
export interface Subject {
  viewerId: string;
  authorId: string;
  postIds: string[];
  userIds: string[];
  tag: string;
  /** The post with the most comments, and the newest comment. */
  threadId: string;
  commentId: string;
  commentRootId: string;
  /** The person with the most conversations, their partner in the longest one, that conversation, and its newest messages. */
  participantId: string;
  partnerId: string;
  conversationId: string;
  messageIds: string[];
}

const page = { after: null, offset: 0, limit: 11, passed: 0 };

const allGroups = { types: null, isOfFollowed: false };

type Ask = (ctx: Ctx, subject: Subject) => Promise<unknown>;

const search =
  (text: string, authors: string[] | null = null): Ask =>
  async (ctx, { viewerId }) => {
    const terms = postTermsOf(parseSearch(text), authors);
    await findMatches(ctx, { viewerId, terms, since: null }, ALL_POSTS, SLICE_SIZE + 1);
  };

/** The most frequent queries. Each name is the name of its file in .plans. */
export const hotQueries: Record<string, Ask> = {
  'search-common-word': search('the '),
  'search-rare-word': search('frost '),
  'search-half-a-word': search('the fro'),
  'search-phrase': search('"in the"'),
  'search-nothing': search('xyzzy the '),
  'search-from': (ctx, subject) => search('the ', [subject.authorId])(ctx, subject),
  'hashtag-posts': (ctx, { viewerId, tag }) => listTaggedIds(ctx, tag, viewerId, page),
  'hashtags-offered': (ctx, { viewerId, tag }) => findTagsLike(ctx, viewerId, tag.slice(0, 2), 6),
  trending: (ctx) => listTrendingTags(ctx),
  'people-short': (ctx, { viewerId }) => findPeopleByName(ctx, viewerId, 'in', page),
  'people-name': (ctx, { viewerId }) => findPeopleByName(ctx, viewerId, 'ines alv', page),
  'people-misspelt': (ctx, { viewerId }) => findPeopleByName(ctx, viewerId, 'alvradao', page),
  'feed-reader': (ctx, { viewerId }) =>
    findReader(ctx, viewerId, { hasMutes: true, limit: 201, tab: 'foryou', listsSince: 0 }),
  'feed-pulled': (ctx, { userIds }) => {
    const after = minIdAt(Date.now() - 86_400_000);
    const selection = postsByAuthors(userIds, { after, limit: 200 });
    return findCandidates(ctx, selection, { userIds, after, limit: 60 }, after);
  },
  'feed-timeline': (ctx, { viewerId, userIds }) => {
    const after = minIdAt(Date.now() - 86_400_000);
    const selection = timelinePosts(viewerId, [], 200);
    return findCandidates(ctx, selection, { userIds, after, limit: 60 }, after);
  },
  'feed-public': (ctx, { viewerId, userIds }) =>
    listPublicPostIds(ctx, viewerId, userIds, { before: minIdAt(Date.now()), limit: 60 }),
  'list-people': (ctx, { viewerId, commentId }) => findMemberIds(ctx, viewerId, commentId),
  'list-posts': (ctx, { userIds }) => listFeedPosts(ctx, userIds, null, 11),
  'profile-by-name': (ctx) => findUserIdByName(ctx, 'ines_alvarado'),
  'profile-posts': (ctx, { authorId }) => listPostsOf(ctx, authorId, null, 23),
  'profile-replies': (ctx, { authorId }) => listCommentsOf(ctx, authorId, null, 12),
  likes: (ctx, { viewerId }) => listReacted(ctx, 'likes', viewerId, startPosition, 12),
  bookmarks: (ctx, { viewerId }) => listReacted(ctx, 'bookmarks', viewerId, startPosition, 12),
  followers: (ctx, { authorId }) => listFollowIds(ctx, 'followers', authorId, null, 11),
  following: (ctx, { authorId }) => listFollowIds(ctx, 'following', authorId, null, 11),
  threads: (ctx, { threadId }) =>
    listThreads(ctx, { rootId: threadId, parentId: threadId, after: null, limit: 11 }, 100),
  ancestors: (ctx, { commentId, commentRootId }) =>
    listAncestorIds(ctx, { id: commentId, root_id: commentRootId }, 10),
  suggestions: (ctx, { viewerId }) => rankSuggestions(ctx, viewerId, 5),
  notifications: (ctx, { authorId }) => listNotificationRows(ctx, authorId, {}, page),
  'notification-groups': (ctx, { authorId }) =>
    listGroupRows(ctx, authorId, allGroups, { after: null, top: null, offset: 0, limit: 21 }),
  'notification-groups-after': (ctx, { authorId }) =>
    listGroupRows(ctx, authorId, allGroups, {
      after: minIdAt(Date.now() - 86_400_000),
      top: null,
      offset: 0,
      limit: 21,
    }),
  'unread-notifications': (ctx, { authorId }) => countUnreadRows(ctx, authorId),
  'event-log': (ctx, { participantId }) => entriesAfter(ctx, participantId, 0),
  conversations: (ctx, { participantId }) =>
    listConversationRows(ctx, participantId, { after: null, limit: 101 }),
  'unread-conversations': (ctx, { participantId }) => countUnread(ctx, participantId),
  'chat-partners': (ctx, { participantId }) => findPartners(ctx, participantId, 500),
  'conversation-people': (ctx, { participantId, partnerId }) =>
    findParticipants(ctx, participantId, [partnerId]),
  'last-messages': (ctx, { conversationId }) =>
    findLastMessages(ctx, [{ id: conversationId, last_seq: 1 }]),
  messages: (ctx, { participantId, conversationId }) =>
    listMessageRows(ctx, participantId, conversationId, { after: null, offset: 0, limit: 51 }),
  'conversation-memberships': (ctx, { participantId, partnerId, conversationId }) =>
    findMemberships(ctx, [participantId, partnerId], [conversationId]),
  'loaded-messages': (ctx, { participantId, conversationId, messageIds }) =>
    loadMessages(ctx, participantId, [{ conversationId, id: messageIds[0] ?? '' }]),
  'posts-by-id': (ctx, { postIds }) => findPostRows(ctx, postIds),
  'post-for-viewer': (ctx, { viewerId, postIds }) =>
    findPostForViewer(ctx, viewerId, postIds[0] ?? ''),
  'scopes-for-viewer': (ctx, { viewerId, postIds }) => findScopesForViewer(ctx, viewerId, postIds),
  hydration: (ctx, { viewerId, postIds }) =>
    findHydration(ctx, { id: viewerId, hasMutes: true }, postIds),
  'hydration-parts': (ctx, { viewerId, postIds, userIds }) =>
    findHydrationParts(
      ctx,
      { id: viewerId, hasMutes: true },
      {
        people: userIds,
        media: [],
        targets: postIds,
        roots: postIds,
      },
    ),
  'author-cards': (ctx, { viewerId, userIds }) => findAuthorCards(ctx, viewerId, userIds),
  'people-by-id': (ctx, { viewerId, userIds }) => findPeopleRows(ctx, viewerId, userIds),
  'relationship-ids': (ctx, { viewerId, userIds }) => findRelationshipIds(ctx, viewerId, userIds),
};
