import { hashKey, type QueryKey } from '@tanstack/react-query';
import { meKey } from '../../features/auth/session.ts';
import { chatKeys } from '../../features/chat/chat-keys.ts';
import { notificationKeys } from '../../features/notifications/notification-keys.ts';
import {
  keptFeedsQuery,
  textOfFeed,
} from '../../features/posts/feed/own-feeds/kept-feeds.query.ts';
import { postKeys } from '../../features/posts/post-keys.ts';
import { limitsQuery } from '../../features/users/limits.query.ts';
import { listKeys } from '../../features/users/lists/lists.query.ts';
import { userKeys } from '../../features/users/user-keys.ts';
import { queryClient } from '../../lib/cache/query-client.ts';

/**
 * The beginnings of the keys of answers that this browser stores: what a person last saw on the main pages. Settings, payments, the
 * pages of the staff, and searches that are no feed are not among them.
 */
const stored: readonly QueryKey[] = [
  meKey,
  postKeys.feed,
  postKeys.likes,
  postKeys.bookmarks,
  ...[postKeys.user, postKeys.replies, postKeys.one, postKeys.comments].map(prefixOf),
  postKeys.ancestry,
  listKeys.own,
  keptFeedsQuery.queryKey,
  userKeys.profiles,
  userKeys.suggested,
  notificationKeys.lists,
  notificationKeys.unread,
  chatKeys.conversations,
  chatKeys.unreadConversations,
  chatKeys.openConversations,
  ...[userKeys.members, chatKeys.messages, chatKeys.person].map(prefixOf),
  limitsQuery.queryKey,
];

export const isMe = (key: QueryKey): boolean => key[0] === meKey[0];

export function isStored(key: QueryKey): boolean {
  return isOwnFeed(key) || stored.some((prefix) => beginsWith(key, prefix));
}

const beginsWith = (key: QueryKey, prefix: QueryKey): boolean =>
  prefix.every((part, index) => key[index] === part);

/** Whether the posts are of a list of people, or of a search that the person keeps as a feed. */
function isOwnFeed(key: QueryKey): boolean {
  if (!beginsWith(key, postKeys.searches)) return false;
  const feeds = queryClient.getQueryData(keptFeedsQuery.queryKey) ?? [];
  const ofList = postKeys.list('');
  return (
    (key.length === ofList.length && beginsWith(key, prefixOf(postKeys.list))) ||
    feeds.some((feed) => hashKey(postKeys.search(textOfFeed(feed))) === hashKey(key))
  );
}

function prefixOf(keyOf: (id: string) => QueryKey): QueryKey {
  return keyOf('').slice(0, -1);
}
