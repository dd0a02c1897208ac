import { z } from 'zod';
import { callEndedReason, callMedia, someone } from './calls.ts';
import { clientId, draft, message, upTo } from './chat.ts';
import { media } from './media.ts';
import { caseStatus } from './moderation.ts';
import { extendedNotification } from './notifications.ts';
import { feedTab, newPosts, shownTab } from './feed.ts';
import { premium, userCard } from './users.ts';
import { id, time } from './wire.ts';

/** The position of a stored event in the person's event log. */
const position = z.object({ seq: z.int() });

const inConversation = z.object({ conversationId: id });
/** The id that a client claims for itself. The server only compares it. */
const sender = z.object({ senderId: id.optional() });
const typing = z.tuple([inConversation.extend({ receiverId: id, ...sender.shape })]);

/**
 * The unread messages of one conversation, and the number of conversations with unread messages. The event that changes
 * them carries them, so that a lost connection between two events loses neither.
 */
const unread = z.object({ unreadCount: z.int(), unreadConversations: z.int() });

const unreadNotifications = {
  unreadCount: z.int(),
  extendedCount: z.int().optional(),
  unreadGroups: z.int().optional(),
};

/** An optional call id, so that a late event cannot affect another call. */
const ofCall = z.object({ to: someone, signal: id.optional() });

/** The events that a client may send over the main socket, with their payloads. */
export const clientEvents = {
  addUser: z.tuple([id]),
  userOffline: z.tuple([id]),
  ping: z.tuple([id]),
  sendMessage: z.tuple([
    inConversation.extend({
      receiverId: id,
      message: draft,
      clientId: clientId.optional(),
      ...sender.shape,
    }),
  ]),
  /** Deletes a message of the sender for both participants. */
  deleteMessage: z.tuple([inConversation.extend({ messageId: id })]),
  typing,
  stopTyping: typing,
  /** Marks messages as read up to the number `upTo`, or all. */
  markMessagesAsRead: z.tuple([inConversation.extend({ userId: id.optional(), upTo })]),
  /** Marks messages as delivered to this client. Their sender gets a receipt. */
  markMessagesAsDelivered: z.tuple([inConversation.extend({ upTo })]),
  /** The server ignores `from` and `to` here, because the session and the call determine both people. */
  callUser: z.tuple([z.object({ targetUserId: id, media: callMedia.default('video') })]),
  answerCall: z.tuple([z.object({ signal: id })]),
  rejectCall: z.tuple([ofCall]),
  hangUp: z.tuple([ofCall]),
  /** This client shows a tab of the feed, as it was at `since` (default: now). A second `feedOpened` replaces the first. */
  feedOpened: z.tuple([z.object({ tab: shownTab, since: id.optional() })]),
  feedClosed: z.tuple([z.unknown().optional()]),
} as const;

/** Why a session ended and cannot be opened again: the code that a sign-in would get, and the end if there is one. */
export const sessionRefusal = z.object({
  code: z.enum(['suspended', 'banned']),
  until: time.nullable(),
});
export type SessionRefusal = z.infer<typeof sessionRefusal>;

/** The events that the server sends over the main socket, with their payloads. */
export const serverEvents = {
  /** A video of the receiver is ready. */
  mediaReady: z.tuple([media]),
  /** Premium of the receiver began or ended. */
  premiumChanged: z.tuple([z.object({ premium })]),
  /** The online people among followed people and conversation partners. Sent on connect and on change. */
  getOnlineUsers: z.tuple([z.array(id)]),
  /** The number of posts newer than `since` that the open tab would show. To that client only, at most every 10 s. */
  feedGrew: z.tuple([newPosts.extend({ tab: feedTab, since: id })]),
  /** Extended types go only to sockets that connect with `auth.extended`. So do `extendedCount` and `unreadGroups`. */
  newNotification: z.tuple([
    z.intersection(extendedNotification, z.object({ ...unreadNotifications, ...position.shape })),
  ]),
  /** Another tab or the actors of the notifications read or deleted some, or the follow requests changed. */
  notificationsChanged: z.tuple([
    z.object({
      ...unreadNotifications,
      followRequestsCount: z.int(),
      /** People who accepted the receiver's requests. The receiver follows them now. */
      acceptedBy: z.array(id).optional(),
      ...position.shape,
    }),
  ]),
  /** Sent to every tab of the receiver, and to the sender's other tabs. */
  receiveMessage: z.tuple([inConversation.extend({ message, ...unread.shape, ...position.shape })]),
  /** Sent to the tab that sent the message. */
  messageSent: z.tuple([message.extend(position.shape)]),
  messageDeleted: z.tuple([
    inConversation.extend({ messageId: id, ...unread.shape, ...position.shape }),
  ]),
  typing: z.tuple([inConversation.extend({ senderId: id })]),
  stopTyping: z.tuple([inConversation.extend({ senderId: id })]),
  unreadCountUpdated: z.tuple([inConversation.extend({ ...unread.shape, ...position.shape })]),
  /** The other participant has read all messages up to `upTo`. `messageIds` are the newest messages that became read. */
  messagesRead: z.tuple([
    inConversation.extend({
      messageIds: z.array(id),
      readerId: id,
      upTo: z.int(),
      ...position.shape,
    }),
  ]),
  /** A device of the other participant has all messages up to `upTo`. */
  messagesDelivered: z.tuple([
    inConversation.extend({ receiverId: id, upTo: z.int(), ...position.shape }),
  ]),
  conversationDeleted: z.tuple([inConversation.extend({ ...unread.shape, ...position.shape })]),
  /** Sent to every tab of the callee. `signal` is the id of the call. */
  incomingCall: z.tuple([z.object({ from: userCard, signal: id, media: callMedia })]),
  /**
   * Sent to the caller's tab. If two calls crossed, the tab whose call became the answer receives it with `isCaller` false. A
   * tab that reconnects to its call receives it again.
   */
  callAccepted: z.tuple([z.object({ signal: id, to: userCard, isCaller: z.boolean() })]),
  /** Contains only an id, because the caller may not be allowed to see the person. */
  callRejected: z.tuple([z.object({ to: id })]),
  callEnded: z.tuple([z.object({ signal: id, reason: callEndedReason })]),
  /** The present position of the event log. A client sends it as `auth.since` with the next connect. */
  streamStart: z.tuple([position]),
  /** The event log no longer holds the missed events. The client must read everything again and continue from here. */
  streamReset: z.tuple([position]),
  /** A case of the moderators is new or changed. Only the staff gets it. */
  caseChanged: z.tuple([
    z.object({ _id: id, status: caseStatus, assigneeId: id.nullable(), reports: z.int() }),
  ]),
  /** The session ended because the person may not use the site now. The server closes the socket next. */
  sessionEnded: z.tuple([sessionRefusal]),
  error: z.tuple([z.object({ message: z.string(), code: z.string() })]),
} as const;

type Emitted<Events extends Record<string, z.ZodTuple>> = {
  [Name in keyof Events]: (...payload: z.output<Events[Name]>) => void;
};
export type ClientEvents = Emitted<typeof clientEvents>;
export type ServerEvents = Emitted<typeof serverEvents>;
