import {
  findLastMessages,
  findTalkers,
  listConversationRows,
} from '../../server/src/chat/conversations/conversation-list.queries.ts';
import { countUnread, listPartnerIds } from '../../server/src/chat/conversations/member.queries.ts';
import { findPlaces } from '../../server/src/chat/conversations/place.queries.ts';
import { listMessageRows } from '../../server/src/chat/messages/message.queries.ts';
import { findToldMessages } from '../../server/src/chat/messages/told-messages.ts';
import {
  findDrawn,
  findLiked,
  findReader,
  listPublic,
  pullPosts,
  readTimeline,
} from '../../server/src/feed/feed.queries.ts';
import { idFrom } from '../../server/src/feed/packed-ids.ts';
import { listFollowIds } from '../../server/src/follows/follow.queries.ts';
import {
  countUnreadRows,
  listNotificationRows,
} from '../../server/src/notifications/inbox.queries.ts';
import { findPosts as findPostRows } from '../../server/src/posts/post.queries.ts';
import { findOwnSide } from '../../server/src/posts/standing.queries.ts';
import { listAncestorIds, listThreads } from '../../server/src/posts/thread.queries.ts';
import { listCommentsOf, listPostsOf } from '../../server/src/posts/user-posts.queries.ts';
import { beforeAll, listReacted } from '../../server/src/reactions/reaction.queries.ts';
import { findMatches, findPopular, SLICE } from '../../server/src/search/find-posts.queries.ts';
import {
  findTagsLike,
  listTaggedIds,
  listTrendingTags,
} from '../../server/src/search/hashtag.queries.ts';
import { findPeople } from '../../server/src/search/people.queries.ts';
import { entriesAfter } from '../../server/src/streams/stream.queries.ts';
import { listSuggestedIds } from '../../server/src/users/suggestion.queries.ts';
import { findUserIdByName } from '../../server/src/users/name.queries.ts';
import {
  findFaces,
  findPeople as findPeopleRows,
  findTies,
} from '../../server/src/users/user.queries.ts';

/** Queries take a whole context; all they use of it is the database. */
export type Ctx = Parameters<typeof findMatches>[0];

/** Whom and what the queries are tried with. */
export interface Subject {
  viewerId: string;
  authorId: string;
  postIds: string[];
  userIds: string[];
  tag: string;
  /** The newest number in the index of posts. */
  newest: number;
  /** The post with the most comments, and the newest comment. */
  threadId: string;
  commentId: string;
  commentRootId: string;
  /** Somebody with many conversations, the longest of these, with whom, and its newest messages. */
  talkerId: string;
  partnerId: string;
  conversationId: string;
  messageIds: string[];
}

const page = { after: null, offset: 0, limit: 11, passed: 0 };

type Ask = (ctx: Ctx, subject: Subject) => Promise<unknown>;

const search =
  (...terms: string[]): Ask =>
  async (ctx, { viewerId, newest }) => {
    const found = await findMatches(ctx, viewerId, terms, { top: newest, bottom: null }, SLICE + 1);
    await findPopular(
      ctx,
      found.map(({ id }) => id),
    );
  };

/** What is asked most, each under the name of its page in docs/sql. */
export const hotQueries: Record<string, Ask> = {
  'search-common-word': search(`'the'`),
  'search-rare-word': search(`'frost'`),
  'search-half-a-word': search(`'the'`, `'fro':*`),
  'search-phrase': search(`'in' <-> 'the'`),
  'search-nothing': search(`'xyzzy'`, `'the'`),
  'search-from': (ctx, subject) => search(`'@${subject.authorId}'`, `'the'`)(ctx, subject),
  'hashtag-posts': (ctx, { viewerId, tag }) => listTaggedIds(ctx, tag, viewerId, page),
  'hashtags-offered': (ctx, { viewerId, tag }) => findTagsLike(ctx, viewerId, tag.slice(0, 2), 6),
  trending: (ctx) => listTrendingTags(ctx),
  'people-short': (ctx, { viewerId }) => findPeople(ctx, viewerId, 'in', page),
  'people-name': (ctx, { viewerId }) => findPeople(ctx, viewerId, 'ines alv', page),
  'people-misspelt': (ctx, { viewerId }) => findPeople(ctx, viewerId, 'alvradao', page),
  'feed-reader': (ctx, { viewerId }) =>
    findReader(ctx, viewerId, { most: 201, tab: 'foryou', since: new Date() }),
  'feed-pull': (ctx, { userIds }) =>
    pullPosts(ctx, userIds, { after: idFrom(Date.now() - 86_400_000), limit: 200 }),
  'feed-timeline': (ctx, { viewerId }) => readTimeline(ctx, viewerId, 200),
  'feed-liked': (ctx, { userIds }) =>
    findLiked(ctx, userIds, { after: idFrom(Date.now() - 86_400_000), limit: 60 }),
  'feed-drawn': (ctx, { postIds }) => findDrawn(ctx, postIds, postIds),
  'feed-public': (ctx) => listPublic(ctx, idFrom(Date.now()), 60),
  'profile-by-name': (ctx) => findUserIdByName(ctx, 'ines_alvarado'),
  'profile-posts': (ctx, { authorId }) => listPostsOf(ctx, authorId, null, 23),
  'profile-replies': (ctx, { authorId }) => listCommentsOf(ctx, authorId, null, 12),
  likes: (ctx, { viewerId }) => listReacted(ctx, 'likes', viewerId, beforeAll, 12),
  bookmarks: (ctx, { viewerId }) => listReacted(ctx, 'bookmarks', viewerId, beforeAll, 12),
  followers: (ctx, { authorId }) => listFollowIds(ctx, 'followers', authorId, null, 11),
  following: (ctx, { authorId }) => listFollowIds(ctx, 'following', authorId, null, 11),
  threads: (ctx, { threadId }) =>
    listThreads(ctx, { rootId: threadId, parentId: threadId, after: null, limit: 11 }, 100),
  ancestors: (ctx, { commentId, commentRootId }) =>
    listAncestorIds(ctx, { id: commentId, root_id: commentRootId }, 10),
  suggestions: (ctx, { viewerId }) => listSuggestedIds(ctx, viewerId, 5),
  notifications: (ctx, { authorId }) => listNotificationRows(ctx, authorId, undefined, page),
  'unread-notifications': (ctx, { authorId }) => countUnreadRows(ctx, authorId),
  stream: (ctx, { talkerId }) => entriesAfter(ctx, talkerId, 0),
  conversations: (ctx, { talkerId }) =>
    listConversationRows(ctx, talkerId, { after: null, limit: 101 }),
  'unread-conversations': (ctx, { talkerId }) => countUnread(ctx, talkerId),
  'talks-with': (ctx, { talkerId }) => listPartnerIds(ctx, talkerId, 500),
  'conversation-people': (ctx, { talkerId, partnerId }) => findTalkers(ctx, talkerId, [partnerId]),
  'last-messages': (ctx, { conversationId }) =>
    findLastMessages(ctx, [{ id: conversationId, last_seq: 1 }]),
  messages: (ctx, { talkerId, conversationId }) =>
    listMessageRows(ctx, talkerId, conversationId, { after: null, offset: 0, limit: 51 }),
  'message-places': (ctx, { talkerId, partnerId, conversationId }) =>
    findPlaces(ctx, [talkerId, partnerId], [conversationId]),
  'told-messages': (ctx, { talkerId, partnerId, conversationId, messageIds }) =>
    findToldMessages(
      ctx,
      [talkerId, partnerId].map((viewerId) => ({
        viewerId,
        conversationId,
        id: messageIds[0] ?? '',
      })),
    ),
  'view-posts': (ctx, { postIds }) => findPostRows(ctx, postIds),
  'view-own-side': (ctx, { viewerId, postIds, userIds }) =>
    findOwnSide(ctx, viewerId, postIds, userIds),
  'view-faces': (ctx, { viewerId, userIds }) => findFaces(ctx, viewerId, userIds),
  'view-people': (ctx, { viewerId, userIds }) => findPeopleRows(ctx, viewerId, userIds),
  'view-ties': (ctx, { viewerId, userIds }) => findTies(ctx, viewerId, userIds),
};
