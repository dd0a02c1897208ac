import type { Locator, Page } from '@playwright/test';

async function idOfUser(page: Page, username: string): Promise<string> {
  const answer = await page.request.get(`/api/users/getuser/${username}`);
  return ((await answer.json()) as { data: { user: { _id: string } } }).data.user._id;
}

/** The one way these journeys open a chat. */
export async function openChatWith(page: Page, username: string): Promise<void> {
  const id = await idOfUser(page, username);
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
