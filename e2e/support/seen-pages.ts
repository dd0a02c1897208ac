import { expect, type Browser, type Page } from '@playwright/test';
import * as reactions from '@roost/contract/reactions';
import { call } from './api.ts';
import { sendPictureByApi, sendTextByApi } from './chat-api.ts';
import type { desktop } from './devices.ts';
import { storedData, waitForWorker } from './stored-data.ts';
import { card, newMember, newName, writePost } from './members.ts';

export interface Seen {
  page: Page;
  me: string;
  postId: string;
  friend: string;
  friendId: string;
  words: { post: string; message: string };
}

/** A member who has seen the feed, the notifications and a chat, with a service worker. */
export async function seeEverything(
  browser: Browser,
  device: typeof desktop,
  baseURL?: string,
): Promise<Seen> {
  const [me, friend] = [newName('away'), newName('pal')];
  const options = baseURL === undefined ? device : { ...device, baseURL };
  const page = await newMember(browser, me, options);
  const other = await newMember(browser, friend, baseURL === undefined ? {} : { baseURL });
  const words = { post: `Post of ${me}`, message: `Message for ${me}` };
  const postId = await writePost(page, words.post, 'followers');
  const id = await writePost(page, `Liked of ${me}`);
  await call(other, reactions.toggleLike, { params: { postId: id } });
  await sendPictureByApi(other, me);
  const { senderId } = await sendTextByApi(other, me, words.message);
  await page.goto('/home');
  await expect(card(page, words.post)).toBeVisible();
  await waitForWorker(page);
  await waitForStored(page, words.post);
  await page.goto('/home/noti');
  await expect(page.getByText('liked your post').first()).toBeVisible();
  await waitForStored(page, '"notifications","list"');
  await page.goto(`/home/post/${postId}`);
  await expect(card(page, words.post)).toBeVisible();
  await page.goto('/home/message');
  await page
    .getByRole('link', { name: new RegExp(friend) })
    .first()
    .click();
  await expect(page.getByRole('log').getByText(words.message)).toBeVisible();
  await waitForWorker(page);
  // The text is also in the list of conversations.
  for (const part of ['"chat","messages"', '"chat","conversation"'])
    await waitForStored(page, part);
  return { page, me, postId, friend, friendId: senderId._id, words };
}

/** The browser stores an answer soon after it is shown. */
export async function waitForStored(page: Page, text: string): Promise<void> {
  await expect.poll(async () => (await storedData(page)).databases.includes(text)).toBe(true);
}
