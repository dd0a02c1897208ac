import type { Locator, Page } from '@playwright/test';
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

/** The one way these journeys open a chat. */
export async function openChatWith(page: Page, username: string): Promise<void> {
  const id = await userIdOf(page, username);
  await page.goto(`/home/message?with=${id}`);
}

/** An open chat, as a person meets it. */
export class Chat {
  readonly page: Page;
  readonly log: Locator;
  readonly box: Locator;

  /** `name`: whom the chat is with. */
  constructor(page: Page, name: string) {
    this.page = page;
    this.log = page.getByRole('log', { name: `Messages with ${name} of Roost` });
    this.box = page.getByRole('textbox', { name: `Message to ${name} of Roost` });
  }

  async write(text: string): Promise<void> {
    await this.box.fill(text);
    await this.box.press('Enter');
  }

  /** Messages with this text. */
  message(text: string): Locator {
    return this.log.getByRole('article').filter({ hasText: text });
  }

  /** How far it says an own message has got. */
  mark(text: string, mark: string): Locator {
    return this.message(text).getByLabel(mark, { exact: true });
  }
}
