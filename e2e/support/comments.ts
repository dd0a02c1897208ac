import type { Locator, Page } from '@playwright/test';

export const replyBox = (page: Page) => page.getByRole('textbox', { name: 'Reply text' }).first();
export const comments = (page: Page) => page.getByRole('list', { name: 'Comments' });
export const comment = (page: Page, text: string) =>
  comments(page).getByRole('article').filter({ hasText: text });
export const sendReply = (page: Page, within: Locator = page.getByRole('main')) =>
  within.getByRole('button', { name: 'Reply', exact: true }).first().click();
