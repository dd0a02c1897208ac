// Long because it is the one list of subscriptions, to be seen in one place.
import {
  forgetAllSessions,
  forgetEndedSessions,
  forgetSessionsOf,
  reportEndedSessions,
} from './auth/session-cache/forget-ended-sessions.ts';
import {
  hidingChanged,
  keysRotated,
  ownerNotified,
  roleChanged,
  sessionReportsLost,
  sessionsEnded,
} from './auth/auth.events.ts';
import { premiumChanged, premiumEndStored } from './billing/billing.events.ts';
import { callChanged } from './calls/calls.events.ts';
import { endCallsOfBlocked } from './calls/end-on-block.ts';
import { conversationListsChanged } from './chat/chat.events.ts';
import { lockConversationsOfBlocked } from './chat/lock-on-block.ts';
import {
  entriesAppended,
  entriesQueued,
  personEntriesAppended,
} from './event-log/event-log.events.ts';
import { appendQueued, publishEntries } from './event-log/append.ts';
import {
  cutTimelineOfFollower,
  cutTimelinesOfPair,
  fanOutPublished,
  invalidateFeedOf,
  invalidateFeedOfFollower,
  invalidateFeedsOfPair,
  logPublication,
} from './feed/react-to-posts.ts';
import { lessChanged } from './feed/less/less.events.ts';
import type { Context } from './kernel/context.ts';
import {
  subscription,
  type EventType,
  type Reactions,
  type RemoteEventType,
  type Subscription,
} from './kernel/events.ts';
import { caseChanged } from './moderation/moderation.events.ts';
import { queueCounting } from './moderation/counted/count-person.ts';
import { publishCase } from './moderation/cases/publish-case.ts';
import { holdAuthors } from './moderation/holds/hold-authors.ts';
import { mediaReady } from './media/media.events.ts';
import { publishMediaReady } from './media/video/publish-media-ready.ts';
import {
  notifyOfAcceptedRequests,
  notifyOfEdits,
  notifyOfFollowRequests,
  notifyOfFollows,
  notifyOfMutes,
  notifyOfPosts,
  notifyOfReposts,
  notifyOwners,
  removeNotificationsBetweenBlocked,
  removeNotificationsOfFollows,
  removeNotificationsOfPosts,
  removeNotificationsOfReposts,
  withholdNotificationsOfPosts,
} from './notifications/notify.ts';
import { makePublishRemote, tabEventPublished } from './platform/sockets/publish.ts';
import {
  postCreated,
  postDeleted,
  postEdited,
  postWithheld,
  published,
  reposted,
  threadMutesChanged,
  unreposted,
} from './posts/posts.events.ts';
import { presenceChanged, whoIsOnline } from './presence/remote-presence.ts';
import {
  blocked,
  followed,
  followRequestAccepted,
  followRequestsChanged,
  mutesChanged,
  unblocked,
  unfollowed,
} from './relations/relations.events.ts';
import { queueRanking } from './search/rank-hashtags.ts';
import { deleteSubscriptionsOfEndedSessions } from './push/subscriptions/delete-subscriptions.ts';
import { PushQueue } from './push/queue-pushes.ts';
import type { LiveParts } from './sockets.ts';
import { textRepeated } from './users/repeated-texts/repeated-texts.events.ts';
import { privacyChanged } from './users/privacy/privacy.events.ts';

/**
 * Every event, with everything that reacts to it. No other file subscribes to events.
 *
 * Lines and lists run from the top. `live` has the parts that need sockets. It is empty on a node that only runs jobs.
 */
function subscriptions(live: Partial<LiveParts>): readonly Subscription<Context>[] {
  const pushes = new PushQueue();
  return [
    on(sessionsEnded, {
      inTransaction: [reportEndedSessions, deleteSubscriptionsOfEndedSessions],
      afterCommit: [
        // Before the cache forgets: a socket that reconnects at once must find its session ended.
        (_, ended) => live.gateway?.closeSessions(ended),
        forgetEndedSessions,
        (_, ended) => live.calls?.sessionsEnded(ended),
      ],
      // After the answer no node accepts the ended session.
      beforeAnswer: [broadcast(sessionsEnded)],
      onOtherNodes: [(_, ended) => live.gateway?.closeSessions(ended), forgetEndedSessions],
    }),
    on(ownerNotified, { inTransaction: [notifyOwners] }),
    on(roleChanged, {
      afterCommit: [forgetSessionsOf],
      // After the answer every node knows the new role.
      beforeAnswer: [broadcast(roleChanged)],
      onOtherNodes: [forgetSessionsOf],
    }),
    // Lists check hiding when they are read. Stored counters and trends cannot, so jobs correct them.
    on(hidingChanged, { inTransaction: [queueCounting, queueRanking] }),
    on(sessionReportsLost, {
      afterCommit: [forgetAllSessions, () => live.gateway?.recheck(), ({ keys }) => keys.reload()],
    }),
    on(keysRotated, {
      afterCommit: [({ keys }) => keys.reload(), broadcast(keysRotated)],
      onOtherNodes: [({ keys }) => keys.reload()],
    }),

    on(followed, {
      inTransaction: [notifyOfFollows],
      afterCommit: [
        invalidateFeedOfFollower,
        (_, { followerId }) => live.openFeeds?.onFollowsChanged(followerId),
        async (_, { followerId }) => live.presence?.refresh([followerId]),
      ],
      // The next page of the feed may come from any node.
      beforeAnswer: [broadcast(followed)],
      onOtherNodes: [
        invalidateFeedOfFollower,
        (_, { followerId }) => live.openFeeds?.onFollowsChanged(followerId),
        async (_, { followerId }) => live.presence?.refresh([followerId]),
      ],
    }),
    on(unfollowed, {
      inTransaction: [removeNotificationsOfFollows],
      afterCommit: [
        invalidateFeedOfFollower,
        cutTimelineOfFollower,
        (_, { followerId }) => live.openFeeds?.onFollowsChanged(followerId),
        async (_, { followerId }) => live.presence?.refresh([followerId]),
      ],
      beforeAnswer: [broadcast(unfollowed)],
      onOtherNodes: [
        invalidateFeedOfFollower,
        (_, { followerId }) => live.openFeeds?.onFollowsChanged(followerId),
        async (_, { followerId }) => live.presence?.refresh([followerId]),
      ],
    }),
    on(followRequestAccepted, { inTransaction: [notifyOfAcceptedRequests] }),
    on(followRequestsChanged, { inTransaction: [notifyOfFollowRequests] }),
    on(privacyChanged, {
      afterCommit: [
        async (_, { userId }) => live.presence?.refresh([userId]),
        broadcast(privacyChanged),
      ],
      onOtherNodes: [async (_, { userId }) => live.presence?.refresh([userId])],
    }),
    on(mutesChanged, {
      inTransaction: [notifyOfMutes],
      afterCommit: [forgetSessionsOf, invalidateFeedOf],
      // After the answer every node leaves out what the person mutes.
      beforeAnswer: [broadcast(mutesChanged)],
      onOtherNodes: [forgetSessionsOf, invalidateFeedOf],
    }),
    on(lessChanged, {
      afterCommit: [invalidateFeedOf, (_, { userId }) => live.openFeeds?.onLessChanged(userId)],
      beforeAnswer: [broadcast(lessChanged)],
      onOtherNodes: [invalidateFeedOf, (_, { userId }) => live.openFeeds?.onLessChanged(userId)],
    }),
    on(threadMutesChanged, {
      afterCommit: [forgetSessionsOf],
      beforeAnswer: [broadcast(threadMutesChanged)],
      onOtherNodes: [forgetSessionsOf],
    }),
    on(blocked, {
      // Locks calls before conversations, as everywhere. The end of a call adds a line to the chat.
      inTransaction: [
        removeNotificationsBetweenBlocked,
        endCallsOfBlocked,
        lockConversationsOfBlocked,
      ],
      afterCommit: [
        invalidateFeedsOfPair,
        cutTimelinesOfPair,
        async (_, { blockerId, blockedId }) => live.presence?.separate(blockerId, blockedId),
      ],
      beforeAnswer: [broadcast(blocked)],
      onOtherNodes: [
        invalidateFeedsOfPair,
        async (_, { blockerId, blockedId }) => live.presence?.separate(blockerId, blockedId),
      ],
    }),
    on(unblocked, {
      afterCommit: [
        invalidateFeedsOfPair,
        cutTimelinesOfPair,
        async (_, { blockerId, blockedId }) => live.presence?.refresh([blockerId, blockedId]),
      ],
      beforeAnswer: [broadcast(unblocked)],
      onOtherNodes: [
        invalidateFeedsOfPair,
        async (_, { blockerId, blockedId }) => live.presence?.refresh([blockerId, blockedId]),
      ],
    }),

    on(published, {
      // Open feeds count what the log of publications holds.
      afterCommit: [logPublication, fanOutPublished, () => live.openFeeds?.onPublished()],
      // After the answer the author finds the post in every feed, on any node.
      beforeAnswer: [broadcast(published)],
      onOtherNodes: [logPublication, () => live.openFeeds?.onPublished()],
    }),
    // Above notifications, because a held author notifies no strangers.
    on(textRepeated, { inTransaction: [holdAuthors] }),
    on(postCreated, { inTransaction: [notifyOfPosts] }),
    on(postEdited, { inTransaction: [notifyOfEdits] }),
    // Above deletions, because a withheld post comes back before it is deleted.
    on(postWithheld, { inTransaction: [withholdNotificationsOfPosts] }),
    on(postDeleted, { inTransaction: [removeNotificationsOfPosts] }),
    on(reposted, { inTransaction: [notifyOfReposts] }),
    on(unreposted, { inTransaction: [removeNotificationsOfReposts] }),

    on(mediaReady, {
      afterCommit: [
        async (ctx, ready) => live.publish && publishMediaReady(ctx, ready, live.publish),
        broadcast(mediaReady),
      ],
      onOtherNodes: [
        async (ctx, ready) => live.publish && publishMediaReady(ctx, ready, live.publish),
      ],
    }),

    on(conversationListsChanged, {
      afterCommit: [
        async (_, { userIds }) => live.presence?.refresh(userIds),
        broadcast(conversationListsChanged),
      ],
      onOtherNodes: [async (_, { userIds }) => live.presence?.refresh(userIds)],
    }),
    on(callChanged, {
      afterCommit: [
        (_, moved) => live.calls?.moved(moved),
        broadcast(callChanged),
        async (ctx, moved) => pushes.callChanged(ctx, moved),
      ],
      onOtherNodes: [(_, moved) => live.calls?.movedRemotely(moved)],
    }),

    on(premiumEndStored, {
      afterCommit: [forgetSessionsOf],
      // After the answer every node grants the Premium features.
      beforeAnswer: [broadcast(premiumEndStored)],
      onOtherNodes: [forgetSessionsOf],
    }),
    on(premiumChanged, {
      afterCommit: [
        ({ cluster }, { userId, isActive }) => {
          const change = { premium: { isActive } };
          live.gateway?.publishHere(userId, 'premiumChanged', change);
          makePublishRemote(cluster)(userId, 'premiumChanged', change);
        },
      ],
    }),

    on(caseChanged, {
      afterCommit: [
        async (ctx, { caseId }) =>
          live.gateway && publishCase(ctx, caseId, live.gateway.publishHere),
        broadcast(caseChanged),
      ],
      onOtherNodes: [
        async (ctx, { caseId }) =>
          live.gateway && publishCase(ctx, caseId, live.gateway.publishHere),
      ],
    }),

    // Below all lines that append: the heads of event logs are the last locks of a transaction.
    on(entriesQueued, { inTransaction: [appendQueued] }),
    on(entriesAppended, {
      afterCommit: [
        (_, { added }) => live.delivery?.receive(added),
        publishEntries,
        async (ctx, appended) => pushes.entriesAppended(ctx, appended),
      ],
    }),
  ];
}

/** Sets the table, and subscribes to the messages and the state of other nodes. */
export function subscribe(ctx: Context, live: Partial<LiveParts>): void {
  const { cluster, events } = ctx;
  const table = subscriptions(live);
  events.useTable(ctx, table);
  for (const { type, reactions } of table)
    if (reactions.onOtherNodes)
      cluster.onBroadcast(type as RemoteEventType<unknown>, (event) => events.receive(type, event));

  cluster.onJoined((node) => live.presence?.onNodeJoined(node));
  cluster.onGone((node) => live.presence?.onNodeGone(node));
  cluster.onMissed(() => live.gateway?.recheck());
  cluster.onReturned(() => {
    live.presence?.onReturned();
    live.gateway?.onReturned();
  });
  cluster.onBroadcast(presenceChanged, (news, node) => live.presence?.receive(news, node));
  cluster.onQuestion(whoIsOnline, ({ ids }) => live.presence?.onlineHere(ids));
  cluster.onPublished(personEntriesAppended, (userId, { rows }) =>
    live.delivery?.receive(new Map([[userId, rows]])),
  );
  cluster.onPublished(tabEventPublished, (userId, { event, payload }) =>
    live.gateway?.publishHere(userId, event as never, ...(payload as never)),
  );
}

const on = <Payload>(type: EventType<Payload>, reactions: Reactions<Context, Payload>) =>
  subscription(type, reactions);

/** Sends the event to all other nodes. */
function broadcast<Payload>(type: RemoteEventType<Payload>) {
  return async ({ cluster }: Context, event: Payload): Promise<void> =>
    cluster.broadcast(type, event);
}
