import { z } from 'zod';
import { callMedia } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { everyone } from './limits.ts';
import { media } from './media.ts';
import { text } from './text.ts';
import { namedUser } from './users.ts';
import { done, id, MAX_NUMBER, pageNumber, pagination, paging, success, time } from './wire.ts';

const participant = namedUser.extend({ premium: z.object({ isActive: z.boolean() }) });

/** A message's number in its conversation, and how far somebody has got with them. */
const number = z.int().min(0).max(MAX_NUMBER);

export const message = z.object({
  _id: id,
  conversationId: id,
  /** Rises by the order in which the conversation took them. */
  number,
  /** `call` is a line for a call: who, how long, missed. */
  kind: z.enum(['message', 'call']),
  senderId: z.object({ _id: id, username: z.string(), avatar: z.url().nullable() }),
  content: z.string(),
  /** Of a line for a call; how long it was is null where nobody talked. */
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
  /** Only its sender is shown it. */
  clientId: z.string().optional(),
  createdAt: time,
});
export type Message = z.infer<typeof message>;
export type CallLine = NonNullable<Message['call']>;

export const conversation = z.object({
  _id: id,
  participants: z.array(participant),
  lastMessage: message.nullable(),
  updatedAt: time,
  createdAt: time,
  currentUserUnreadCount: z.int(),
  /** Whether the viewer may write to, and call, the other one now. */
  canMessage: z.boolean(),
  canCall: z.boolean(),
});
export type Conversation = z.infer<typeof conversation>;

/** What a message is made of; media are own uploads, named by id or by the object an upload was answered with. */
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

/** Made by the client for each message, so that sending it again can't send it twice. */
export const clientId = text(100).min(1, 'A clientId has 1 to 100 characters.');

/** How far to mark as read, where that is not to the end. */
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
  status: 201,
  response: success(message),
});

export const markConversationRead = endpoint({
  method: 'PATCH',
  path: '/api/chat/conversations/:conversationId/read',
  summary: 'Mark a conversation as read, to its end unless told how far',
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
  // Each picture is taken from the budget of uploads.
  limit: 'writes',
  encoding: 'multipart',
  body: z.object({}),
  files: { images: everyone.messagePictures },
  pictureBytes: 'tier',
  response: success(z.array(media)),
});
