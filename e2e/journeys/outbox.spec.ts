import { expect, type Page } from '@playwright/test';
import * as auth from '@roost/contract/auth';
import * as media from '@roost/contract/media';
import * as posts from '@roost/contract/posts';
import { call } from '../support/api.ts';
import { comment, replyBox, sendReply } from '../support/comments.ts';
import { ComposerBox } from '../support/composer.ts';
import { desktop, phone } from '../support/devices.ts';
import { urlOf } from '../support/endpoint-urls.ts';
import { startProxy } from '../support/faulty-proxy.ts';
import { drawPicture, expectDrawn } from '../support/files.ts';
import { holdRequests } from '../support/held-requests.ts';
import { variants } from '../support/matrix.ts';
import {
  card,
  connect,
  newMember,
  newMemberAtHome,
  newName,
  writePost,
} from '../support/members.ts';
import { startOwnSite } from '../support/own-site.ts';
import { prefetched } from '../support/prefetched.ts';
import { test } from '../support/test.ts';

const WAITING = 'Waiting for the network';
const like = (page: Page, text: string) =>
  card(page, text).getByRole('button', { name: /^(Like|Unlike)/i });

/** The texts of the member's posts, newest first, by the API. */
async function ownTexts(page: Page): Promise<string[]> {
  const { data: me } = await call(page, auth.getMe, {});
  const { data } = await call(page, posts.listUserPosts, { params: { userId: me._id }, query: {} });
  return data.posts.map(({ content }) => content);
}

for (const device of variants(desktop, phone))
  test(`a post, a comment and a like of an offline page survive a reload and are sent once, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const proxy = await startProxy();
    const name = newName('outbox');
    const [first, second, answer] = ['First', 'Second', 'Answer'].map(
      (word) => `${word} by ${name}`,
    ) as [string, string, string];
    const page = await newMember(browser, name, { ...device, baseURL: proxy.address });
    const id = await writePost(page, first);
    const composer = new ComposerBox(page);
    // Both pages and the composer are loaded before the network goes.
    await connect(page, async () => page.goto(`/home/post/${id}`));
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(card(page, first)).toBeVisible();
    await composer.open();
    await prefetched(page);

    proxy.cut();
    await composer.text.fill(second);
    await composer.button('Post').click();
    await expect(card(page, second)).toContainText(WAITING);
    await like(page, first).click();
    await page.goBack();
    await replyBox(page).fill(answer);
    await sendReply(page);
    await expect(comment(page, answer)).toContainText(WAITING);

    // The server cannot deliver the page either.
    await page.reload().catch(() => {});
    // The browser's error page reloads by itself, which can interrupt our navigation.
    await expect(async () => page.goto('about:blank')).toPass();
    proxy.mend();
    await page.goto('/home');
    await expect(like(page, second)).toBeVisible({ timeout: 30_000 });
    await expect(card(page, second)).toHaveCount(1);
    await expect(like(page, first)).toHaveAttribute('aria-pressed', 'true', { timeout: 30_000 });
    await expect
      .poll(async () => {
        const [{ data: post }, { data: thread }] = await Promise.all([
          call(page, posts.getPost, { params: { postId: id } }),
          call(page, posts.listComments, { params: { postId: id }, query: {} }),
        ]);
        return [
          post.isLikedByCurrentUser,
          post.stats.commentCount,
          ...thread.comments.map(({ content }) => content),
        ];
      })
      .toEqual([true, 1, answer]);
    expect(await ownTexts(page)).toEqual([second, first]);
    await proxy.close();
  });

test('a post that the network interrupts is sent once after a restart of the server', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const site = await startOwnSite(Number(process.env['E2E_PORT']) + 1_003);
  const name = newName('restart');
  const page = await newMemberAtHome(browser, name, { ...desktop, baseURL: site.address });
  const composer = new ComposerBox(page);
  await prefetched(page);
  await site.restart(async () => {
    await composer.text.fill('Across the restart');
    await composer.button('Post').click();
    await expect(card(page, 'Across the restart')).toContainText(WAITING);
  });
  await expect(like(page, 'Across the restart')).toBeVisible({ timeout: 60_000 });
  expect(await ownTexts(page)).toEqual(['Across the restart']);
  await site.stop();
});

for (const device of variants(phone, desktop))
  test(`a picture uploads while its author reads on, and after a reload, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('reader');
    const words = `With a picture of ${name}`;
    const page = await newMemberAtHome(browser, name, device);
    const composer = new ComposerBox(page);
    await page.waitForLoadState('networkidle');
    const release = await holdRequests(page, urlOf(media.uploadMedia));
    await composer.choose([await drawPicture(page, 'bird.png')]);
    await composer.text.fill(words);
    await composer.button('Post').click();
    await composer.button('Post without').click();
    await expect(card(page, words)).toContainText('Uploading 1 file');

    await page.goto(`/home/profile/${name}`);
    await expect(card(page, words)).toContainText('Uploading 1 file');
    release();
    await expect(like(page, words)).toBeVisible({ timeout: 30_000 });
    await expectDrawn(card(page, words).locator('a img'));
    expect(await ownTexts(page)).toEqual([words]);
  });

test('a logout erases the files that wait', async ({ browser }) => {
  const page = await newMemberAtHome(browser, newName('leaver'), desktop);
  const composer = new ComposerBox(page);
  await holdRequests(page, urlOf(media.uploadMedia));
  await composer.choose([await drawPicture(page, 'bird.png')]);
  const kept = async () => page.evaluate(countPendingUploads);
  await expect.poll(kept).toBe(1);
  await page.getByRole('button', { name: 'Log out' }).click();
  const question = page.getByRole('alertdialog', { name: 'Not everything has been sent' });
  await question.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  await expect.poll(kept).toBe(0);
});

async function countPendingUploads(): Promise<number> {
  // To open the database before the app would create it.
  const all = await indexedDB.databases();
  if (!all.some(({ name }) => name === 'roost-files')) return 0;
  return new Promise((resolve) => {
    const opening = indexedDB.open('roost-files');
    opening.addEventListener('success', () => {
      const database = opening.result;
      const counting = database.transaction('files').objectStore('files').count();
      counting.addEventListener('success', () => {
        database.close();
        resolve(counting.result);
      });
    });
  });
}
