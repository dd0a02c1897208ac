import { expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import type { Locale } from '@roost/contract/locales';
import * as users from '@roost/contract/users';
import { call } from './api.ts';
import { newMember, writeComment, writePost, newApiMember, newName } from './members.ts';
import { promote } from './staff.ts';

type Check = (page: Page, where: string) => Promise<void>;

/** The paths of the members' pages that show something for everybody. */
const paths = [
  '/home',
  '/home/search',
  '/home/search?q=hello',
  '/home/noti',
  '/home/message',
  '/home/bookmarks',
  '/home/lists',
  '/premium',
  '/home/blocked-users',
  '/home/muted-users',
  '/home/muted-words',
  '/home/follow-requests',
  '/home/reports',
  '/home/reports?tab=decisions',
  '/home/settings',
  ...['security', 'privacy', 'notifications', 'appearance', 'data', 'about'].map(
    (section) => `/home/settings/${section}`,
  ),
  '/home/post/not-an-id',
  '/home/nothing-here',
];
const staffPaths = [
  '/admin',
  ...['people', 'registration', 'site', 'blocks', 'trends', 'numbers', 'jobs'].map(
    (section) => `/admin/${section}`,
  ),
  '/moderation',
  '/moderation/appeals',
  '/moderation/audit',
];
const visitorPaths = [
  '/login',
  '/register',
  '/reset-password/some-token',
  '/undo/some-token',
  '/verify-email/some-token',
  '/appeal',
];

/** Opens a page, and waits until it shows its content in the language. */
export async function openIn(page: Page, locale: Locale, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  await expect(
    page.locator('#content').getByRole('heading').or(page.getByRole('tab')).first(),
  ).toBeVisible();
  // Far below the window, a long list shows skeletons of its next page.
  const skeletons = page.locator('#content .animate-breathe');
  const areInSight = async () =>
    skeletons.evaluateAll((all) =>
      all.some((each) => each.getBoundingClientRect().top < innerHeight),
    );
  await expect.poll(areInSight).toBe(false);
}

/** Creates a member who reads a language, with a post, a comment and a follower. */
export async function newReader(
  browser: Browser,
  locale: Locale,
  device: BrowserContextOptions,
): Promise<{ page: Page; name: string }> {
  const name = newName('reader');
  const page = await newMember(browser, name, { ...device, locale });
  await call(page, users.updateUser, { body: { language: locale } });
  return { page, name };
}

/** Opens every screen of members and the staff, and checks each. */
export async function checkScreensOf(
  { page, name }: { page: Page; name: string },
  { browser, locale }: { browser: Browser; locale: Locale },
  check: Check,
): Promise<void> {
  const postId = await writePost(page, 'hello #world');
  const other = newName('other');
  const friend = await newApiMember(browser, other);
  await writeComment(friend, postId, 'A comment');
  const all = [...paths, `/home/profile/${name}`, `/home/profile/${other}`, `/home/post/${postId}`];
  for (const path of all) {
    await openIn(page, locale, path);
    await check(page, path);
  }
  await promote(name, 'admin');
  for (const path of staffPaths) {
    await openIn(page, locale, path);
    await check(page, path);
  }
}

/** Opens every screen of visitors and the policy pages, and checks each. */
export async function checkVisitorScreens(page: Page, locale: Locale, check: Check): Promise<void> {
  for (const path of visitorPaths) {
    await openIn(page, locale, path);
    await check(page, path);
  }
  for (const path of ['/privacy/', '/terms-and-conditions/', '/contact-us/']) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await check(page, path);
  }
}
