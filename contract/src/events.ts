import { z } from 'zod';
import { callEndedReason, callMedia, someone } from './calls.ts';
import { clientId, draft, message, upTo } from './chat.ts';
import { media } from './media.ts';
import { notification } from './notifications.ts';
import { userCard } from './users.ts';
import { id } from './wire.ts';

/** A number of the person's stream: stored events carry theirs as `seq` (contract §8). */
const place = z.object({ seq: z.int() });

const inConversation = z.object({ conversationId: id });
/** Ids by which a client says who it is; they are only ever compared. */
const sender = z.object({ senderId: id.optional() });
const typing = z.tuple([inConversation.extend({ receiverId: id, ...sender.shape })]);

/**
 * What is unread in one conversation, and how many conversations have something unread. It comes with what changed
 * it, so that a connection cut between two events loses neither.
 */
const unread = z.object({ unreadCount: z.int(), unreadConversations: z.int() });

/** The call meant, where a client says which: what comes late can't hit another. */
const ofCall = z.object({ to: someone, signal: id.optional() });

/** What a client may send over the main socket, each with its payload (contract §8). */
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
  /** Own ones only, gone for both. */
  deleteMessage: z.tuple([inConversation.extend({ messageId: id })]),
  typing,
  stopTyping: typing,
  /** To the end, unless told how far: by the number of the last one seen. */
  markMessagesAsRead: z.tuple([inConversation.extend({ userId: id.optional(), upTo })]),
  /** This client has them; told to whoever sent them. */
  markMessagesAsDelivered: z.tuple([inConversation.extend({ upTo })]),
  /** What clients send as `from` and `to` here is ignored: who calls and is called is known. */
  callUser: z.tuple([z.object({ targetUserId: id, media: callMedia.default('video') })]),
  answerCall: z.tuple([z.object({ signal: id })]),
  rejectCall: z.tuple([ofCall]),
  hangUp: z.tuple([ofCall]),
} as const;

/** What the server sends over the main socket, each with its payload (contract §8). */
export const serverEvents = {
  /** An own video is through; to its owner's tabs. */
  mediaReady: z.tuple([media]),
  /** Of the people this person follows or talks with, those online; on connect and on change. */
  getOnlineUsers: z.tuple([z.array(id)]),
  newNotification: z.tuple([notification.extend({ unreadCount: z.int(), ...place.shape })]),
  /** Some were read or deleted, in another tab or by whoever caused them. */
  notificationsChanged: z.tuple([z.object({ unreadCount: z.int(), ...place.shape })]),
  /** To every tab of the receiver, and to the sender's other tabs. */
  receiveMessage: z.tuple([inConversation.extend({ message, ...unread.shape, ...place.shape })]),
  /** To the tab that sent it. */
  messageSent: z.tuple([message.extend(place.shape)]),
  messageDeleted: z.tuple([
    inConversation.extend({ messageId: id, ...unread.shape, ...place.shape }),
  ]),
  typing: z.tuple([inConversation.extend({ senderId: id })]),
  stopTyping: z.tuple([inConversation.extend({ senderId: id })]),
  unreadCountUpdated: z.tuple([inConversation.extend({ ...unread.shape, ...place.shape })]),
  /** The other one has read all up to this number; `messageIds` are the newest of those that this is news of. */
  messagesRead: z.tuple([
    inConversation.extend({
      messageIds: z.array(id),
      readerId: id,
      upTo: z.int(),
      ...place.shape,
    }),
  ]),
  /** A device of the other one has all up to this number. */
  messagesDelivered: z.tuple([
    inConversation.extend({ receiverId: id, upTo: z.int(), ...place.shape }),
  ]),
  conversationDeleted: z.tuple([inConversation.extend({ ...unread.shape, ...place.shape })]),
  /** To every tab of the callee; `signal` names the call. */
  incomingCall: z.tuple([z.object({ from: userCard, signal: id, media: callMedia })]),
  /**
   * To the caller's tab; with `isCaller` false to one whose own call crossed this one, and became the answer to it. A
   * tab that comes back into its call is told again.
   */
  callAccepted: z.tuple([z.object({ signal: id, to: userCard, isCaller: z.boolean() })]),
  /** By id: nothing more is told of somebody who can't be called. */
  callRejected: z.tuple([z.object({ to: id })]),
  callEnded: z.tuple([z.object({ signal: id, reason: callEndedReason })]),
  /** Where a stream stands that is followed from now on: what to send as `auth.since` after the next connect. */
  streamStart: z.tuple([place]),
  /** What was missed is no longer kept: fetch everything anew, and go on from here. */
  streamReset: z.tuple([place]),
  error: z.tuple([z.object({ message: z.string(), code: z.string() })]),
} as const;

type Emitted<Events extends Record<string, z.ZodTuple>> = {
  [Name in keyof Events]: (...payload: z.output<Events[Name]>) => void;
};
export type ClientEvents = Emitted<typeof clientEvents>;
export type ServerEvents = Emitted<typeof serverEvents>;
