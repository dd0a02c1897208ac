import type { Socket } from 'socket.io-client';
import { expect } from 'vitest';
import * as chat from '@roost/contract/chat';
import type { Context } from '../../src/kernel/context.ts';
import { startTestApp, type TestApp } from './app.ts';
import { crowdOf, type Member } from './cast.ts';
import { findDrift } from './recount.ts';
import { heardBy, openSocket, refusalOfSocket, type SocketOptions } from './wire.ts';

export interface Tab {
  socket: Socket;
  heard: { name: string; payload: unknown }[];
  /** The payloads of all events with this name, in order. */
  all<T = Record<string, unknown>>(name: string): T[];
  /** The position of the event log at connect. */
  seq: number;
}

/** Opens a tab that follows the event log from its present end. */
export async function openTab(member: Member, options: SocketOptions = {}): Promise<Tab> {
  const { address, cookie } = member.client;
  const socket = openSocket(address, { cookie, ...options });
  // From the start, because the first events can arrive together with the connection.
  const heard = heardBy(socket);
  const refused = await refusalOfSocket(socket);
  if (refused) throw refused;
  const all = <T>(name: string) =>
    heard.flatMap((event) => (event.name === name ? [event.payload as T] : []));
  if (options.auth?.['since'] !== undefined) return { socket, heard, all, seq: 0 };
  await expect.poll(() => all('streamStart').length).toBe(1);
  return { socket, heard, all, seq: all<{ seq: number }>('streamStart')[0]!.seq };
}

export interface Received {
  message: chat.Message;
  conversationId: string;
  unreadCount: number;
  unreadConversations: number;
  seq: number;
}
export const received = (tab: Tab) => tab.all<Received>('receiveMessage');
export const said = (tab: Tab) => received(tab).map(({ message }) => message.content);

/** The events that a tab heard, without presence and event log positions. */
export const news = (tab: Tab) =>
  tab.heard.filter(({ name }) => !['getOnlineUsers', 'streamStart'].includes(name));

/** Starts the application, with one person who has no conversation. */
export async function startChatApp(): Promise<{ app: TestApp; carol: Member }> {
  const app = await startTestApp();
  const [carol] = await crowdOf(app, 1);
  return { app, carol: carol! };
}

/** Closes the application of a test file. All counters must equal a recount. */
export async function closeChatApp(app: TestApp): Promise<void> {
  expect(await findDrift(app.ctx)).toEqual([]);
  await app.close();
}

let pairs = 0;

/** Creates two new people with a conversation. */
export async function pairOf(app: TestApp) {
  const [one, two] = (await crowdOf(app, 2, `pair${(pairs += 1)}_`)) as [Member, Member];
  const { _id: id } = await open(one, two);
  return { one, two, id };
}

export async function open(member: Member, other: Member): Promise<chat.Conversation> {
  return (await member.call(chat.openConversation, { params: { userId: other.id } })).data;
}

/** Sends a message over HTTP. */
export async function send(
  member: Member,
  conversationId: string,
  content: string,
  more: { clientId?: string; media?: string[] } = {},
): Promise<chat.Message> {
  const body = { content, ...more };
  return (await member.call(chat.sendMessage, { params: { conversationId }, body })).data;
}

export type Acknowledged =
  | { ok: true; message: chat.Message }
  | { ok: false; code: string; message: string };

/** Sends a message over a socket. Returns the acknowledgement. */
export async function emitMessage(
  socket: Socket,
  receiver: Member,
  conversationId: string,
  content: string,
  more: Record<string, unknown> = {},
): Promise<Acknowledged> {
  return emit(socket, 'sendMessage', {
    receiverId: receiver.id,
    conversationId,
    message: { content, media: [] },
    ...more,
  });
}

export async function emit(socket: Socket, name: string, payload: unknown): Promise<Acknowledged> {
  return (await socket.timeout(20_000).emitWithAck(name, payload)) as Acknowledged;
}

/** Finds the conversation in the person's list. */
export async function listed(member: Member, id: string): Promise<chat.Conversation | undefined> {
  const { data } = await member.call(chat.listConversations, {});
  return data.find((each) => each._id === id);
}

/** Reads all messages of a conversation that a person sees, oldest first. */
export async function history(member: Member, conversationId: string): Promise<chat.Message[]> {
  const messages: chat.Message[] = [];
  for (let cursor: string | undefined; ;) {
    const { data, pagination } = await member.call(chat.listMessages, {
      params: { conversationId },
      query: { cursor },
    });
    messages.unshift(...data.toReversed());
    if (!pagination.nextCursor) return messages;
    cursor = pagination.nextCursor;
  }
}

export async function setPreference(
  { db }: Context,
  member: Member,
  message_preference: string,
): Promise<void> {
  await db.updateTable('users').set({ message_preference }).where('id', '=', member.id).execute();
}
