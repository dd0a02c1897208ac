import type { Socket } from 'socket.io-client';
import { expect } from 'vitest';
import * as chat from '@roost/contract/chat';
import type { Context } from '../src/context.ts';
import { startTestApp, type TestApp } from './app.ts';
import { crowdOf, type Member } from './cast.ts';
import { findDrift } from './recount.ts';
import { heardBy, openSocket, refusalOfSocket, type SocketOptions } from './wire.ts';

export interface Tab {
  socket: Socket;
  heard: { name: string; payload: unknown }[];
  /** Payloads of the events of this name, in order. */
  all<T = Record<string, unknown>>(name: string): T[];
  /** The stream's number when it connected. */
  seq: number;
}

/** One more tab of somebody's, followed from the present end of the stream. */
export async function openTab(member: Member, options: SocketOptions = {}): Promise<Tab> {
  const { address, cookie } = member.visitor;
  const socket = openSocket(address, { cookie, ...options });
  // From the first: what follows the connection can come with it.
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

/** What a tab was told beside who is online and where the stream stands. */
export const news = (tab: Tab) =>
  tab.heard.filter(({ name }) => !['getOnlineUsers', 'streamStart'].includes(name));

/** The application, and somebody who talks with nobody yet. */
export async function startChatApp(): Promise<{ app: TestApp; carol: Member }> {
  const app = await startTestApp();
  const [carol] = await crowdOf(app, 1);
  return { app, carol: carol! };
}

/** At the end of a file of tests: everything that was counted must equal a recount. */
export async function closeChatApp(app: TestApp): Promise<void> {
  expect(await findDrift(app.ctx)).toEqual([]);
  await app.close();
}

let pairs = 0;

/** Two people who had not met, and their conversation. */
export async function pairOf(app: TestApp) {
  const [one, two] = (await crowdOf(app, 2, `pair${(pairs += 1)}_`)) as [Member, Member];
  const { _id: id } = await open(one, two);
  return { one, two, id };
}

export async function open(member: Member, other: Member): Promise<chat.Conversation> {
  return (await member.call(chat.openConversation, { params: { userId: other.id } })).data;
}

/** Over HTTP. */
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

/** Over a socket; the acknowledgement. */
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

/** The conversation in the person's list, if it is there. */
export async function listed(member: Member, id: string): Promise<chat.Conversation | undefined> {
  const { data } = await member.call(chat.listConversations, {});
  return data.find((each) => each._id === id);
}

/** What a conversation says to somebody, oldest first. */
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
