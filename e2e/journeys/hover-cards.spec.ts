import { expect, type Locator, type Page } from '@playwright/test';
import * as auth from '@roost/contract/auth';
import * as users from '@roost/contract/users';
import {
  newMemberAtHome,
  connect,
  newName,
  writeComment,
  writePost,
  newMember,
  newApiMember,
} from '../support/members.ts';
import { like } from '../support/notifications.ts';
import { positionAtRest } from '../support/scrolling.ts';
import { test } from '../support/test.ts';
import { follow } from '../support/api.ts';
import { urlOf } from '../support/endpoint-urls.ts';

const cardOf = (page: Page, username: string) =>
  page.getByRole('group', { name: `About @${username}` });

interface PersonList {
  path: string;
  /** A click on it opens the list. */
  open?: Locator;
  /** The element that names the person. */
  anchor: Locator;
}

/** For each list: its URL, and the element that names the person. */
function personLists(page: Page, { name, own, postId }: Record<'name' | 'own' | 'postId', string>) {
  const main = page.getByRole('main');
  const named = main.getByRole('link', { name: `${name} of Roost` }).first();
  const group = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  const likes = group.filter({ hasText: 'liked your post' });
  return Object.entries({
    'a thread': { path: `/home/post/${postId}`, anchor: named },
    'For you': { path: '/home', anchor: named },
    'the search': {
      path: `/home/search?q=${name}&tab=people`,
      anchor: main.getByRole('link', { name }).first(),
    },
    'a name in a group of notifications': {
      path: '/home/noti',
      anchor: likes.getByText(`${name} of Roost`),
    },
    'the followers': {
      path: `/home/profile/${own}/followers`,
      anchor: page.getByRole('list', { name: 'Followers' }).getByRole('link', { name }),
    },
    // Last, because the page remembers the tab.
    Following: { path: '/home', open: page.getByRole('tab', { name: 'Following' }), anchor: named },
  } satisfies Record<string, PersonList> as Record<string, PersonList>);
}

test('hover cards open after a second in every list that names people', async ({ browser }) => {
  const [mara, theo] = [newName('mara'), newName('theo')];
  const other = await newApiMember(browser, theo);
  const page = await newMemberAtHome(browser, mara, { viewport: { width: 1280, height: 800 } });
  const postId = await writePost(page, 'Who rests here?');
  await writeComment(other, postId, 'I do');
  await follow(page, theo);
  await follow(other, mara);
  await like(other, postId);
  // The newer one comes first.
  await like(await newMember(browser, newName('lena')), postId);
  for (const [list, { path, open, anchor }] of personLists(page, {
    name: theo,
    own: mara,
    postId,
  })) {
    await test.step(list, async () => {
      // The newest post stands first, also when many others have posted.
      if (path === '/home') await writePost(other, 'A rest');
      await connect(page, () => page.goto(path));
      await open?.click();
      await expect(anchor).toBeVisible();
      // A dialog moves while it opens, and a list while it scrolls. Both would leave the pointer behind.
      await anchor.scrollIntoViewIfNeeded();
      await positionAtRest(anchor);
      // A fake clock for the page, so a busy machine does not matter.
      await page.clock.install();
      // A jump of 45 s would end the live connection, and the feed would load again under the mouse.
      await page.clock.pauseAt(Date.now() + 10_000);
      // The row's link may cover it.
      await anchor.hover({ force: true });
      await page.clock.runFor(900);
      await expect(cardOf(page, theo)).toHaveCount(0);
      await page.clock.resume();
      await page.clock.runFor(200);
      await expect(cardOf(page, theo)).toBeVisible();
      await expect(cardOf(page, theo)).toContainText('No bio available.');
      await cardOf(page, theo).hover();
      await page.clock.pauseAt(Date.now() + 30_000);
      await page.clock.runFor(1_000);
      await expect(cardOf(page, theo)).toBeVisible();
      await page.mouse.move(640, 796);
      await page.clock.runFor(200);
      await expect(cardOf(page, theo)).toBeVisible();
      await page.clock.runFor(400);
      await expect(cardOf(page, theo)).toBeHidden();
      await page.clock.resume();
    });
  }
});

test('a failed hover card shows no error, and pauses further requests', async ({ browser }) => {
  const [mara, theo, lena] = [newName('mara'), newName('theo'), newName('lena')];
  const page = await newMember(browser, mara, { viewport: { width: 1280, height: 800 } });
  const postId = await writePost(page, 'Too many');
  for (const name of [theo, lena])
    await writeComment(await newMember(browser, name), postId, 'I do');
  await connect(page, () => page.goto(`/home/post/${postId}`));
  const asked: string[] = [];
  await page.route(urlOf(users.getUser), async (route) => {
    asked.push(route.request().url());
    await route.fulfill({
      status: 429,
      json: { success: false, message: 'Slow down', code: 'too_many_requests' },
    });
  });
  const named = (name: string) =>
    page.getByRole('main').getByRole('link', { name: `${name} of Roost` });
  await expect(named(lena).first()).toBeVisible();
  await page.clock.install();
  for (const name of [theo, lena]) {
    await named(name).first().hover({ force: true });
    await page.clock.runFor(1_500);
    // A sentinel request: the card's own request would come before it.
    await page.evaluate(async (path) => fetch(path), auth.getMe.path);
    await expect.poll(() => asked.length).toBe(1);
  }
  await expect(page.locator('[data-toaster]')).toBeEmpty();
  await expect(page.getByRole('group', { name: /^About @/ })).toHaveCount(0);
});

test('touch and keyboard focus open no card', async ({ browser }) => {
  const [mara, theo] = [newName('mara'), newName('theo')];
  const other = await newApiMember(browser, theo);
  const postId = await writePost(other, 'Touch this');
  const page = await newMember(browser, mara, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await connect(page, () => page.goto(`/home/post/${postId}`));
  const name = page
    .getByRole('main')
    .getByRole('link', { name: `${theo} of Roost` })
    .first();
  await page.clock.install();
  await name.focus();
  await name.dispatchEvent('pointermove', { pointerType: 'touch', bubbles: true });
  await page.clock.runFor(1_500);
  await expect(cardOf(page, theo)).toHaveCount(0);
  // The next Tab moves to the next control.
  await page.keyboard.press('Tab');
  await expect(name).not.toBeFocused();
});
