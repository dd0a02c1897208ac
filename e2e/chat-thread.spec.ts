import { expect, test, type Browser, type Page } from '@playwright/test';
import { Chat, openChatWith } from './chats.ts';
import { desk } from './composer.ts';
import { arrive, newName } from './people.ts';

/** Two people, each with the chat with the other open. */
async function meet(browser: Browser, options = desk): Promise<[Chat, Chat]> {
  const names = [newName('ann'), newName('ben')] as const;
  const pages: Page[] = [];
  for (const name of names) pages.push(await arrive(browser, name, options));
  const [ann, ben] = pages as [Page, Page];
  await openChatWith(ann, names[1]);
  await openChatWith(ben, names[0]);
  return [new Chat(ann, names[1]), new Chat(ben, names[0])];
}

test('a chat: typing, live messages, marks, delete', async ({ browser }) => {
  const [ann, ben] = await meet(browser);
  await expect(ann.box).toBeFocused();
  await ann.box.pressSequentially('Hello');
  await expect(ben.log.getByText('is typing')).toBeAttached();
  await ann.box.press('Enter');
  await expect(ann.message('Hello')).toBeVisible();
  await expect(ben.message('Hello')).toBeVisible();
  await expect(ben.log.getByText('is typing')).toBeHidden();
  await expect(ann.mark('Hello', 'Read')).toBeVisible();
  await ben.write('See https://example.org/a and\nanother line');
  await expect(ann.message('another line').getByRole('link')).toHaveAttribute(
    'href',
    'https://example.org/a',
  );
});
