import { expect, type Browser, type Locator, type Page, type Route } from '@playwright/test';
import * as posts from '@roost/contract/posts';
import * as users from '@roost/contract/users';
import { ComposerBox } from '../support/composer.ts';
import { desktop, phone } from '../support/devices.ts';
import { drawPicture, postFiles } from '../support/files.ts';
import {
  newMemberAtHome,
  card,
  connect,
  newName,
  writePost,
  newMember,
} from '../support/members.ts';
import { prefetched } from '../support/prefetched.ts';
import { test } from '../support/test.ts';
import { recordToasts } from '../support/toasts.ts';
import { variants } from '../support/matrix.ts';
import { call, send } from '../support/api.ts';
import { urlOf } from '../support/endpoint-urls.ts';

const UNREACHABLE = 'Roost can’t be reached. Check your connection and try again.';
const toaster = (page: Page) => page.locator('[data-toaster]');

for (const device of variants(phone, desktop)) {
  test(`a post written offline waits in its place and is sent once online, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('off');
    const words = `Kept words of ${name}`;
    const page = await newMemberAtHome(browser, name, device);
    const composer = new ComposerBox(page);
    await composer.open();
    await prefetched(page);
    await page.context().setOffline(true);
    await composer.text.fill(words);
    await composer.button('Post').click();
    await expect(card(page, words)).toContainText('Waiting for the network');
    await expect(toaster(page)).toContainText('The post is sent as soon as the network is back.');
    await page.context().setOffline(false);
    await expect(card(page, words).getByRole('button', { name: /^Like/ })).toBeVisible();
    await expect(card(page, words)).toHaveCount(1);
  });
}

test('a post whose answer was lost exists once', async ({ browser }) => {
  const name = newName('once');
  const page = await newMemberAtHome(browser, name, desktop);
  const composer = new ComposerBox(page);
  let isLost = true;
  await page.route(urlOf(posts.createPost), async (route) => {
    const answer = await route.fetch();
    if (isLost) await route.abort();
    else await route.fulfill({ response: answer });
  });
  await composer.text.fill('Only one of it');
  await composer.button('Post').click();
  await expect(card(page, 'Only one of it')).toContainText('Waiting for the network');
  isLost = false;
  await expect(card(page, 'Only one of it').getByRole('button', { name: /^Like/ })).toBeVisible({
    timeout: 30_000,
  });
  await page.goto(`/home/profile/${name}`);
  await expect(card(page, 'Only one of it')).toHaveCount(1);
});

test('a part that fails to load leaves the page usable, and loads once online', async ({
  browser,
}) => {
  const name = newName('part');
  const page = await newMemberAtHome(browser, name, desktop);
  const parts = /\/assets\/who-to-follow-/;
  const held: Route[] = [];
  await page.route(parts, (route) => void held.push(route));
  await page.reload();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  const composer = new ComposerBox(page);
  await composer.text.fill('Written before');
  await page.context().setOffline(true);
  await Promise.all(held.map(async (route) => route.abort()));
  await page.unroute(parts);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await expect(composer.text).toHaveValue('Written before');
  await composer.text.fill(`Written after by ${name}`);

  await page.context().setOffline(false);
  await expect(page.getByRole('region', { name: 'Who to follow' })).toBeVisible();
  await expect(composer.text).toHaveValue(`Written after by ${name}`);
  await composer.button('Post').click();
  await expect(card(page, `Written after by ${name}`)).not.toContainText('Posting…');
});

test('a media viewer that fails to load leaves the page as it is', async ({ browser }) => {
  const name = newName('viewer');
  const page = await newMember(browser, name, desktop);
  await postFiles(page, 'With a picture', [await drawPicture(page, 'picture.jpg')]);
  const parts = /\/assets\/(post-viewer|media-viewer)-/;
  await page.route(parts, async (route) => route.abort());
  // On a busy machine, the toast can be gone before the click ends.
  const toasts = await recordToasts(page);
  await page.goto(`/home/profile/${name}`);
  const picture = card(page, 'With a picture').getByRole('link', { name: 'Picture' });
  await picture.click();
  await expect
    .poll(toasts)
    .toContainEqual(expect.stringContaining('This part of the app could not be loaded.'));
  await expect(page).toHaveURL(`/home/profile/${name}`);
  await page.unroute(parts);
  await picture.click();
  await expect(page.getByRole('dialog', { name: /^Media of/ })).toBeVisible();
});

test('buttons pressed offline stay pressed, and are sent once online', async ({ browser }) => {
  const { page, post, theirs, stateOf } = await openOthersPost(browser, 'To be pressed');
  await page.context().setOffline(true);
  await pressAll(page, post, theirs);
  await expectPressed(post);
  await expect(toaster(page).locator('> *')).toHaveCount(0);

  await page.context().setOffline(false);
  await expect.poll(stateOf, { timeout: 60_000 }).toEqual([true, true, true, true]);
  await expectPressed(post);
});

test('buttons pressed offline stay pressed after a reload', async ({ browser }) => {
  const { page, post, theirs, stateOf } = await openOthersPost(browser, 'To be kept');
  // An offline page is lost on reload. A page that is online first would send the presses itself.
  const reload = async () => {
    await page.reload().catch(() => {});
    // The browser's page for what it cannot load reloads by itself once it is online.
    // Its own navigation can interrupt ours.
    await expect(async () => page.goto('about:blank')).toPass();
    await page.context().setOffline(false);
    await page.goto(`/home/profile/${theirs}`);
  };

  await test.step('reactions and a follow', async () => {
    await page.context().setOffline(true);
    await pressAll(page, post, theirs);
    await expectPressed(post);
    await reload();
    await expectPressed(post);
    await expect.poll(stateOf).toEqual([true, true, true, true]);
    await expect(page.getByRole('button', { name: `Following @${theirs}` }).first()).toBeVisible();
  });

  await test.step('sent presses are not sent again', async () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    await connect(page, async () => page.reload());
    await page.waitForLoadState('networkidle');
    expect(sent).toEqual([]);
  });

  await test.step('a block', async () => {
    await page.getByRole('main').getByRole('button', { name: 'More' }).first().click();
    await page.getByRole('menuitem', { name: `Block @${theirs}` }).click();
    await page.context().setOffline(true);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click();
    await expect(page.getByText('No content available.')).toBeVisible();
    await reload();
    await expect(page.getByText('No content available.')).toBeVisible();
  });
});

/** Opens the profile of another member who has written this post. */
async function openOthersPost(browser: Browser, words: string) {
  const theirs = newName('other');
  const id = await writePost(await newMember(browser, theirs), words);
  const page = await newMember(browser, newName('press'), desktop);
  await connect(page, async () => page.goto(`/home/profile/${theirs}`));
  const post = card(page, words).first();
  await expect(post).toBeVisible();
  /** Returns the server's state: like, repost, bookmark, follow. */
  const stateOf = async () => {
    const [answer, profile] = await Promise.all([
      call(page, posts.getPost, { params: { postId: id } }),
      call(page, users.getUser, { params: { username: theirs } }),
    ]);
    const data: Record<string, unknown> = answer.data;
    const user: Record<string, unknown> = profile.data.user;
    return [
      data['isLikedByCurrentUser'],
      data['isRepostedByCurrentUser'],
      data['isBookmarkedByCurrentUser'],
      user['isFollowingByCurrentUser'],
    ];
  };
  return { page, post, theirs, stateOf };
}

async function pressAll(page: Page, post: Locator, author: string): Promise<void> {
  for (const name of [/^Like/, /^Repost/, /^Bookmark/])
    await post.getByRole('button', { name }).click();
  await page
    .getByRole('main')
    .getByRole('button', { name: `Follow @${author}` })
    .click();
}

async function expectPressed(post: Locator): Promise<void> {
  for (const name of [/like/i, /repost/i, /bookmark/i])
    await expect(post.getByRole('button', { name, pressed: true })).toBeVisible();
}

test('other actions say why they failed and can be tried again', async ({ browser }) => {
  const page = await newMember(browser, newName('else'), desktop);
  const id = await writePost(page, 'As it was');
  await page.goto(`/home/post/${id}`);
  const post = page.getByRole('article').first();
  await expect(post).toContainText('As it was');
  const more = post.getByRole('button', { name: 'More', exact: true });

  await test.step('an edit keeps its words', async () => {
    await more.click();
    await page.getByRole('menuitem', { name: 'Edit Post' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Post' });
    await expect(dialog.getByLabel('Post text')).toBeVisible();
    await page.context().setOffline(true);
    await dialog.getByLabel('Post text').fill('As it is');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(
      `Failed to update post. Please try again. ${UNREACHABLE}`,
    );
    await expect(dialog.getByLabel('Post text')).toHaveValue('As it is');
    await page.context().setOffline(false);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(post).toContainText('As it is');
  });

  await test.step('a deletion is offered again', async () => {
    await more.click();
    await page.getByRole('menuitem', { name: 'Delete Post' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await page.context().setOffline(true);
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Delete', exact: true })
      .click();
    const again = toaster(page).getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await expect(toaster(page)).toContainText(UNREACHABLE);
    await page.context().setOffline(false);
    await again.click();
    await expect(toaster(page)).toContainText('deleted');
    expect((await send(page, posts.getPost, { params: { postId: id } })).status()).toBe(404);
  });
});

test('dialogs and menus that were never opened open offline', async ({ browser }) => {
  const name = newName('first');
  const page = await newMember(browser, name, { ...phone, savesData: false });
  await writePost(page, 'With a menu');
  await page.goto(`/home/profile/${name}`);
  const post = card(page, 'With a menu');
  await expect(post).toBeVisible();
  await prefetched(page);
  await page.context().setOffline(true);

  await test.step('the post menu and the deletion dialog open', async () => {
    await post.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: /^Delete/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alertdialog')).toBeHidden();
  });
  await test.step('the composer opens', async () => {
    const composer = new ComposerBox(page);
    await composer.open();
    await composer.text.fill('Written offline');
    await composer.button('Post').click();
    await expect(card(page, 'Written offline')).toContainText('Waiting for the network');
  });
  await expect(toaster(page)).not.toContainText('could not be loaded');
});
