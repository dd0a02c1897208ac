import type { Page } from '@playwright/test';
import { drawPicture } from './files.ts';

/** By the API, as whoever the page is signed in as. */
export async function userIdOf(page: Page, username: string): Promise<string> {
  const answer = await page.request.get(`/api/users/getuser/${username}`);
  return ((await answer.json()) as { data: { user: { _id: string } } }).data.user._id;
}

/** Opens the conversation with a person by the API; returns its id. */
export async function converse(by: Page, username: string): Promise<string> {
  const answer = await by.request.get(`/api/chat/conversations/${await userIdOf(by, username)}`);
  return ((await answer.json()) as { data: { _id: string } }).data._id;
}

interface Said {
  _id: string;
  conversationId: string;
}

/** Writes to a person by the API. */
export async function sayByApi(by: Page, username: string, content: string): Promise<Said> {
  return send(by, await converse(by, username), { content });
}

/** The same with a picture and no words. */
export async function showByApi(by: Page, username: string): Promise<Said> {
  const { name, mimeType, buffer } = await drawPicture(by, 'shown.jpg');
  const answer = await by.request.post('/api/chat/message-media-upload', {
    multipart: { images: { name, mimeType, buffer } },
  });
  const { data: media } = (await answer.json()) as { data: { _id: string }[] };
  return send(by, await converse(by, username), { media: media.map(({ _id }) => _id) });
}

async function send(by: Page, conversationId: string, data: object): Promise<Said> {
  const answer = await by.request.post(`/api/chat/conversations/${conversationId}/messages`, {
    data,
  });
  if (!answer.ok()) throw new Error(await answer.text());
  return ((await answer.json()) as { data: Said }).data;
}

/** Marks all of a conversation as read by the API. */
export async function readByApi(by: Page, conversationId: string): Promise<void> {
  await by.request.patch(`/api/chat/conversations/${conversationId}/read`, { data: {} });
}
