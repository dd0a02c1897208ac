import * as chat from '@roost/contract/chat';
import { call, userIdOf, type Actor } from './api.ts';
import { asFile, gif } from './files.ts';

/** Opens the conversation with a person and returns its id. */
export async function openConversation(by: Actor, username: string): Promise<string> {
  const params = { userId: await userIdOf(by, username) };
  return (await call(by, chat.openConversation, { params })).data._id;
}

/** Sends a text to a person. */
export async function sendTextByApi(by: Actor, username: string, content: string) {
  return sendMessage(by, await openConversation(by, username), { content });
}

/** Sends a picture without text to a person. */
export async function sendPictureByApi(by: Actor, username: string) {
  const images = [asFile(gif)];
  const { data } = await call(by, chat.uploadMessageMedia, {}, { images });
  return sendMessage(by, await openConversation(by, username), {
    media: data.map(({ _id }) => _id),
  });
}

/** Sends a message to a conversation. */
export async function sendMessage(
  by: Actor,
  conversationId: string,
  body: { content?: string; media?: string[] },
) {
  return (await call(by, chat.sendMessage, { params: { conversationId }, body })).data;
}

/** Marks a whole conversation as read. */
export async function markReadByApi(by: Actor, conversationId: string): Promise<void> {
  await call(by, chat.markConversationRead, { params: { conversationId }, body: {} });
}
