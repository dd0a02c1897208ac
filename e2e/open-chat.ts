import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { sayByApi, userIdOf } from './chats.ts';
import { desk } from './devices.ts';
import { arrive, newName } from './people.ts';

interface Somebody {
  name: string;
  page: Page;
}

export async function someone(browser: Browser, options: Parameters<typeof arrive>[2] = desk) {
  const name = newName('who');
  return { name, page: await arrive(browser, name, options) };
}

/** Each with the chat with the other open. */
export async function openBoth(ann: Somebody, ben: Somebody): Promise<[Chat, Chat]> {
  const chats = [
    await openChatWith(ann.page, ben.name),
    await openChatWith(ben.page, ann.name),
  ] as [Chat, Chat];
  for (const { log } of chats) await expect(log).toBeVisible();
  return chats;
}

/** The one way these journeys open a chat. */
export async function openChatWith(page: Page, username: string): Promise<Chat> {
  await page.goto(`/home/message?with=${await userIdOf(page, username)}`);
  return new Chat(page, username);
}

/** Writes to a person by the API, one message after the other. */
export async function writeByApi(by: Page, username: string, texts: string[]): Promise<void> {
  for (const content of texts) await sayByApi(by, username, content);
}

/** Blocks a person by the API, or ends that. */
export async function toggleBlock(by: Page, username: string): Promise<void> {
  await by.request.post(`/api/users/toogleblock/${await userIdOf(by, username)}`);
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

  /** Ends the reading of it, wherever it is shown. */
  async close(): Promise<void> {
    await this.page.getByRole('button', { name: /^(Back|Close chat)$/ }).click();
    await this.log.waitFor({ state: 'hidden' });
  }

  /** Messages with this text. */
  message(text: string): Locator {
    return this.log.getByRole('article').filter({ hasText: text });
  }

  /** How far it says an own message has got. */
  mark(text: string, mark: string): Locator {
    return this.message(text).getByLabel(mark, { exact: true });
  }

  /** What is done with a message, by its menu. */
  async choose(text: string, action: string): Promise<void> {
    await this.message(text).hover();
    await this.message(text).getByRole('button', { name: 'Message actions' }).click();
    await this.page.getByRole('menuitem', { name: action }).click();
  }

  async scrollTo(top: number): Promise<void> {
    await this.log.evaluate((log, to) => (log.scrollTop = to), top);
  }

  /** px between what is in sight and the end. */
  async distanceToEnd(): Promise<number> {
    return this.log.evaluate(
      ({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop,
    );
  }
}
