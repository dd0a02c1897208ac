import { expect, type Browser, type Page } from '@playwright/test';
import * as auth from '@roost/contract/auth';
import * as chat from '@roost/contract/chat';
import * as keptFeeds from '@roost/contract/kept-feeds';
import * as lists from '@roost/contract/lists';
import * as posts from '@roost/contract/posts';
import * as users from '@roost/contract/users';
import { call } from '../support/api.ts';
import { openConversation } from '../support/chat-api.ts';
import { replyBox, sendReply } from '../support/comments.ts';
import { ComposerBox } from '../support/composer.ts';
import { desktop, phone } from '../support/devices.ts';
import { storedData, waitForWorker } from '../support/stored-data.ts';
import { variants } from '../support/matrix.ts';
import { card, newApiMember, newMember, newName, writePost } from '../support/members.ts';
import { Chat } from '../support/open-chat.ts';
import { startOwnSite } from '../support/own-site.ts';
import { seeEverything, waitForStored } from '../support/seen-pages.ts';
import { test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const DAY_MS = 86_400_000;

for (const device of variants(phone, desktop))
  test(`lists and kept feeds are tabs offline too, each with its last page, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const { page, posts } = await readOwnFeeds(browser, device);
    await page.context().setOffline(true);
    await page.reload();
    for (const [tab, text] of posts)
      await test.step(tab, async () => {
        await page.getByRole('tab', { name: tab }).click();
        await expect(card(page, text).first()).toBeVisible();
      });
    await test.step('the selected tab stays after a reload', async () => {
      const [tab, text] = posts.at(-1)!;
      await page.reload();
      await expect(page.getByRole('tab', { name: tab, selected: true })).toBeVisible();
      await expect(card(page, text).first()).toBeVisible();
    });
    await test.step('the page of the lists has them', async () => {
      await page.goto('/home/lists');
      await expect(
        page.getByRole('main').getByRole('link', { name: 'Close friends' }).first(),
      ).toBeVisible();
      await expect(
        page.getByRole('main').getByRole('link', { name: posts[1][0] }).first(),
      ).toBeVisible();
    });
  });

/** A member who has read a list and a kept hashtag. `posts` has a post for the name of each tab. */
async function readOwnFeeds(browser: Browser, device: typeof desktop) {
  const [name, friend] = [newName('tabs'), newName('pal')];
  const tag = `tag${name}`;
  const other = await newApiMember(browser, friend);
  await writePost(other, `Post of ${friend}`);
  await writePost(other, `About #${tag}`);
  const page = await newMember(browser, name, device);
  const { data: list } = await call(page, lists.createList, { body: { name: 'Close friends' } });
  const { data } = await call(page, users.getUser, { params: { username: friend } });
  await call(page, lists.addMember, { params: { listId: list._id, userId: data.user._id } });
  await call(page, keptFeeds.keepFeed, { body: { hashtag: tag } });
  const posts = [
    ['Close friends', `Post of ${friend}`],
    [`#${tag}`, `About #${tag}`],
  ] as const;
  await page.goto('/home');
  await waitForWorker(page);
  for (const [tab, text] of posts) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(card(page, text).first()).toBeVisible();
  }
  // The posts are in other lists too.
  for (const key of ['"search","list"', `"search","#${tag}"`]) await waitForStored(page, key);
  await page.goto('/home/lists');
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Close friends' }).first(),
  ).toBeVisible();
  await waitForWorker(page);
  await page.goto('/home');
  await waitForWorker(page);
  return { page, posts };
}

test('the browser keeps at most 100 answers of 250,000 characters, for 7 days', async ({
  browser,
}) => {
  const { page, me, words } = await seeEverything(browser, desktop);
  await page.goto('/home');
  await expect(card(page, words.post)).toBeVisible();
  await waitForWorker(page);
  await changeAnswers(page, { more: 150, olderByMs: 0 });
  // An answer that is too large is not kept, and each kept one makes room.
  const huge = 'huge '.repeat(60_000);
  await page.route('**/api/notifications?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replaceAll('liked your post', huge),
    });
  });
  await page.goto(`/home/profile/${me}`);
  await page.goto('/home/noti');
  await expect.poll(async () => (await storedData(page)).rows).toBeLessThanOrEqual(100);
  expect((await storedData(page)).databases).not.toContain('huge huge');

  await test.step('an answer of eight days ago is not shown, and the next answer deletes it', async () => {
    await page.unrouteAll();
    await changeAnswers(page, { more: 0, olderByMs: 8 * DAY_MS });
    await page.goto(`/home/profile/${me}`);
    await expect(card(page, words.post)).toBeVisible();
    await expect.poll(async () => oldest(page)).toBeLessThan(7 * DAY_MS);
    // The person's own data opens the app without a network. The rest is as before.
    await changeAnswers(page, { more: 0, olderByMs: 8 * DAY_MS, except: '["me"]' });
    await page.context().setOffline(true);
    await page.goto(`/home/profile/${me}`);
    await expect(page.getByText('This is not saved for offline.').first()).toBeVisible();
    await expect(card(page, words.post)).toHaveCount(0);
  });
});

interface Change {
  /** The number of answers that are added, each an hour old. */
  more: number;
  olderByMs: number;
  /** The end of the keys that stay as they are. */
  except?: string;
}

async function changeAnswers(page: Page, change: Change): Promise<void> {
  await page.evaluate(async ({ more, olderByMs, except }) => {
    const done = async (request: IDBRequest) =>
      new Promise((resolve) => request.addEventListener('success', () => resolve(request.result)));
    const database = (await done(indexedDB.open('roost-offline'))) as IDBDatabase;
    const store = database.transaction('answers', 'readwrite').objectStore('answers');
    const rows = (await done(store.getAll())) as { id: string; json: string; at: number }[];
    for (const row of rows)
      if (except === undefined || !row.id.endsWith(except))
        store.put({ ...row, at: row.at - olderByMs });
    const owner = localStorage.getItem('userId') ?? '';
    for (let n = 0; n < more; n += 1)
      store.put({ id: `${owner} extra ${n}`, json: '"extra"', at: Date.now() - 3_600_000 });
    await done(store.count());
    database.close();
  }, change);
}

/** The age of the oldest answer, in ms. */
async function oldest(page: Page): Promise<number> {
  const { databases } = await storedData(page);
  const times = [...databases.matchAll(/"at":(\d{13})/g)].map(([, at]) => Number(at));
  return Date.now() - Math.min(...times);
}

test('while the server is stopped, the app opens and takes what is written, and each is sent once', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const site = await startOwnSite(Number(process.env['E2E_PORT']) + 1_013);
  const { page, friend, friendId, postId, words } = await seeEverything(
    browser,
    desktop,
    site.address,
  );
  const [post, answer, message] = ['Post', 'Answer', 'Message'].map(
    (word) => `${word} without a server`,
  ) as [string, string, string];
  const chatNow = new Chat(page, friend);
  await page.goto(`/home/post/${postId}`);
  await expect(replyBox(page)).toBeVisible();
  for (const kind of ['one', 'comments'])
    await waitForStored(page, `"posts","${kind}","${postId}"`);
  await waitForWorker(page);
  await site.restart(async () => {
    await page.goto('/home');
    await expect(card(page, words.post)).toBeVisible();
    const composer = new ComposerBox(page);
    await composer.text.fill(post);
    await composer.button('Post').click();
    await expect(card(page, post)).toContainText('Waiting for the network');
    await page.goto(`/home/post/${postId}`);
    await page.getByRole('article').first().getByRole('button', { name: /^Like/ }).click();
    await replyBox(page).fill(answer);
    await sendReply(page);
    await expect(page.getByRole('article').filter({ hasText: answer })).toBeVisible();
    await page.goto(`/home/message?with=${friendId}`);
    await chatNow.write(message);
    await expect(chatNow.message(message)).toBeVisible();
    // Everything waits in the browser, also over a reload.
    await page.reload();
    await expect(chatNow.message(message)).toBeVisible();
  });
  const conversationId = await openConversation(page, friend);
  const { _id: myId } = (await call(page, auth.getMe, {})).data;
  await expect
    .poll(
      async () => {
        const [{ data: liked }, thread, mine, sent] = await Promise.all([
          call(page, posts.getPost, { params: { postId } }),
          call(page, posts.listComments, { params: { postId }, query: {} }),
          call(page, posts.listUserPosts, { params: { userId: myId }, query: {} }),
          call(page, chat.listMessages, { params: { conversationId }, query: {} }),
        ]);
        return [
          liked.stats.likeCount,
          thread.data.comments.map(({ content }) => content),
          mine.data.posts.filter(({ content }) => content === post).length,
          sent.data.filter(({ content }) => content === message).length,
        ];
      },
      { timeout: 90_000 },
    )
    .toEqual([1, [answer], 1, 1]);
  await site.stop();
});
