import { z } from 'zod';
import { callMedia } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { everyone } from './limits.ts';
import { media } from './media.ts';
import { text, untrimmedText } from './text/text.ts';
import { namedUser } from './users.ts';
import { done, id, MAX_NUMBER, pageNumber, pagination, paging, success, time } from './wire.ts';

const participant = namedUser.extend({ premium: z.object({ isActive: z.boolean() }) });

/** The number of a message in its conversation. Receipts use the same numbers. */
const number = z.int().min(0).max(MAX_NUMBER);

export const message = z.object({
  _id: id,
  conversationId: id,
  /** Rises in the order in which the server stored the messages. */
  number,
  /** `call` is the message of an ended call. */
  kind: z.enum(['message', 'call']),
  senderId: z.object({ _id: id, username: z.string(), avatar: z.url().nullable() }),
  content: z.string(),
  /** Only for a call message. `seconds` is null if nobody answered. */
  call: z
    .object({
      media: callMedia,
      outcome: z.enum(['answered', 'missed', 'declined']),
      seconds: z.int().nullable(),
    })
    .optional(),
  media: z.array(media),
  readBy: z.array(id),
  isRead: z.boolean(),
  deliveryStatus: z.enum(['sent', 'delivered', 'read']),
  /** Only the sender receives it. */
  clientId: z.string().optional(),
  createdAt: time,
});
export type Message = z.infer<typeof message>;
export type CallSummary = NonNullable<Message['call']>;

export const conversation = z.object({
  _id: id,
  participants: z.array(participant),
  lastMessage: message.nullable(),
  updatedAt: time,
  createdAt: time,
  currentUserUnreadCount: z.int(),
  /** Whether the viewer may now write to the other participant, and call them. */
  canMessage: z.boolean(),
  canCall: z.boolean(),
});
export type Conversation = z.infer<typeof conversation>;

/** The content of a new message. `media` holds uploads of the sender, each as an id or as the object of the upload's answer. */
export const draft = z.object({
  content: text(everyone.messageLength).default(''),
  media: z
    .array(z.union([id, z.object({ _id: id })]))
    .max(
      everyone.messagePictures,
      `A message can have ${everyone.messagePictures} pictures at most.`,
    )
    .default([]),
});
export type Draft = z.output<typeof draft>;

/** The client creates one for each message, so that a repeated request does not send the message twice. */
export const clientId = untrimmedText(100).min(1, 'A clientId has 1 to 100 characters.');

/** The last message number to mark. Without it, all messages. */
export const upTo = number.optional();

const inConversation = z.object({ conversationId: id });

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/chat/conversations',
  summary: 'The viewer’s 100 newest conversations, or with a cursor those after',
  auth: 'member',
  limit: 'reads',
  query: paging.pick({ cursor: true }),
  response: success(z.array(conversation)).extend({
    pagination: pagination.pick({ nextCursor: true }),
  }),
});

export const countUnreadConversations = endpoint({
  method: 'GET',
  path: '/api/chat/unread-count',
  summary: 'How many conversations have something unread',
  auth: 'member',
  limit: 'reads',
  response: success(z.object({ unreadConversations: z.int() })),
});

export const openConversation = endpoint({
  method: 'GET',
  path: '/api/chat/conversations/:userId',
  summary: 'The conversation with a person, made if there is none',
  auth: 'member',
  limit: 'writes',
  params: z.object({ userId: id }),
  response: success(conversation),
});

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/chat/conversations/:conversationId/messages',
  summary: 'Messages of a conversation, newest first',
  auth: 'member',
  limit: 'reads',
  params: inConversation,
  query: paging.extend({ limit: pageNumber(50, 50) }),
  response: success(z.array(message)).extend({ pagination }),
});

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/chat/conversations/:conversationId/messages',
  summary: 'Send a message; the same clientId again is the same message',
  auth: 'member',
  limit: 'messages',
  params: inConversation,
  body: draft.extend({ clientId: clientId.optional() }),
  // Enough for the longest message with every character escaped, and four pictures as objects.
  bodyBytes: 131_072,
  status: 201,
  response: success(message),
});

export const markConversationRead = endpoint({
  method: 'PATCH',
  path: '/api/chat/conversations/:conversationId/read',
  summary: 'Mark a conversation as read, up to a message or to its end',
  auth: 'member',
  limit: 'writes',
  params: inConversation,
  body: z.object({ upTo }),
  response: done,
});

export const deleteConversation = endpoint({
  method: 'DELETE',
  path: '/api/chat/conversations/:conversationId',
  summary: 'Take a conversation and its history from the viewer’s own list',
  auth: 'member',
  limit: 'writes',
  params: inConversation,
  response: done,
});

export const uploadMessageMedia = endpoint({
  method: 'POST',
  path: '/api/chat/message-media-upload',
  summary: 'Upload pictures for a message; gone after a day unless they are sent',
  auth: 'member',
  // Each picture also counts in the budget of uploads.
  limit: 'writes',
  encoding: 'multipart',
  body: z.object({}),
  files: { images: everyone.messagePictures },
  pictureBytes: 'tier',
  response: success(z.array(media)),
});
