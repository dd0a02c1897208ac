import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { userIdOf } from './api.ts';
import { openConversation, sendMessage } from './chat-api.ts';
import { desktop } from './devices.ts';
import { newMember, newName, type MemberOptions } from './members.ts';

interface ChatMember {
  name: string;
  page: Page;
}

export async function newChatMember(browser: Browser, options: MemberOptions = desktop) {
  const name = newName('who');
  return { name, page: await newMember(browser, name, options) };
}

/** Opens the chat between two members in both pages. */
export async function openBoth(ann: ChatMember, ben: ChatMember): Promise<[Chat, Chat]> {
  const chats = [
    await openChatWith(ann.page, ben.name),
    await openChatWith(ben.page, ann.name),
  ] as [Chat, Chat];
  for (const { log } of chats) await expect(log).toBeVisible();
  return chats;
}

/** Opens a chat by its URL. All chat journeys open chats this way. */
export async function openChatWith(page: Page, username: string): Promise<Chat> {
  await page.goto(`/home/message?with=${await userIdOf(page, username)}`);
  return new Chat(page, username);
}

/** Sends texts to a person, one after the other. */
export async function sendTextsByApi(by: Page, username: string, texts: string[]): Promise<void> {
  const conversation = await openConversation(by, username);
  for (const content of texts) await sendMessage(by, conversation, { content });
}

/** An open chat on a page. */
export class Chat {
  readonly page: Page;
  readonly log: Locator;
  readonly box: Locator;

  /** `name`: the other member. */
  constructor(page: Page, name: string) {
    this.page = page;
    this.log = page.getByRole('log', { name: `Messages with ${name} of Roost` });
    this.box = page.getByRole('textbox', { name: `Message to ${name} of Roost` });
  }

  async write(text: string): Promise<void> {
    await this.box.fill(text);
    await this.box.press('Enter');
  }

  /** Closes the chat, on phones and on wide screens. */
  async close(): Promise<void> {
    await this.page.getByRole('button', { name: /^(Back|Close chat)$/ }).click();
    await this.log.waitFor({ state: 'hidden' });
  }

  /** Messages that contain this text. */
  message(text: string): Locator {
    return this.log.getByRole('article').filter({ hasText: text });
  }

  /** The delivery status of the viewer's own message, such as 'Sending' or 'Read'. */
  deliveryStatus(text: string, status: string): Locator {
    return this.message(text).getByLabel(status, { exact: true });
  }

  /** Chooses an action from the menu of a message. */
  async choose(text: string, action: string): Promise<void> {
    await this.message(text).hover();
    await this.message(text).getByRole('button', { name: 'Message actions' }).click();
    await this.page.getByRole('menuitem', { name: action }).click();
  }

  async scrollTo(top: number): Promise<void> {
    await this.log.evaluate((log, to) => (log.scrollTop = to), top);
  }

  /** Distance in px between the visible part and the end. */
  async distanceToEnd(): Promise<number> {
    return this.log.evaluate(
      ({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop,
    );
  }
}
