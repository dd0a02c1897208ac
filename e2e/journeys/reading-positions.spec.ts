import { expect, type Page } from '@playwright/test';
import { getMarkers } from '@roost/contract/markers';
import { call, follow, type Actor } from '../support/api.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { desktop, phone } from '../support/devices.ts';
import { newApiMember, newMember, newName, PASSWORD, writePost } from '../support/members.ts';
import { positionAtRest, wheelDown } from '../support/scrolling.ts';
import { test } from '../support/test.ts';
import * as auth from '@roost/contract/auth';

const following = async (page: Page) => {
  await page.goto('/home');
  await page.getByRole('tab', { name: 'Following' }).click();
  await expect(page.getByRole('feed', { name: 'Following' })).toBeVisible();
};

const untilStored = async (by: Actor) =>
  expect.poll(async () => (await call(by, getMarkers, {})).data.markers.following).not.toBeNull();

/** The text of the topmost post below the bars. */
const topmost = async (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('[role=tablist]')!.getBoundingClientRect().bottom;
    const row = [...document.querySelectorAll('[role=feed] article')].find(
      (article) => article.getBoundingClientRect().bottom > bar + 24,
    );
    return /Number \d+\./.exec(row?.textContent ?? '')?.[0] ?? '';
  });

test('the position in Following goes from the phone to the desktop @matrix', async ({
  browser,
}) => {
  test.slow();
  const [friend, reader] = [newName('friend'), newName('reader')];
  const theirs = await newApiMember(browser, friend);
  const onPhone = await newMember(browser, reader, { viewport: phone.viewport });
  await follow(onPhone, friend);
  for (let n = 45; n > 0; n -= 1)
    await writePost(theirs, `Number ${n}. ${'Words to make it longer. '.repeat(n % 5)}`);
  const writes: string[] = [];
  onPhone.on('request', (request) => {
    if (request.method() === 'PUT') writes.push(request.url());
  });
  await following(onPhone);
  await wheelDown(onPhone, 10, 400);
  const stoppedAt = await topmost(onPhone);
  expect(Number(/\d+/.exec(stoppedAt)?.[0])).toBeGreaterThan(12);

  await test.step('the phone stores it once, when its page hides', async () => {
    expect(writes.length).toBeLessThanOrEqual(1);
    await onPhone.goto('about:blank');
    await untilStored(onPhone);
  });

  const onDesktop = await (
    await browser.newContext({ ...desktop, reducedMotion: 'reduce' })
  ).newPage();
  await call(onDesktop, auth.login, { body: { email: reader, password: PASSWORD } });
  const pill = onDesktop.getByRole('button', { name: 'Continue where you stopped' });

  await test.step('the desktop begins at the top and offers to continue', async () => {
    await following(onDesktop);
    await expect(pill).toBeVisible();
    await expect(onDesktop.locator('#announcer')).toContainText('Continue where you stopped');
    await expect(onDesktop.getByRole('article').first()).toContainText('Number 1.');
    expect(await onDesktop.evaluate(() => scrollY)).toBe(0);
    await checkAccessibility(onDesktop, 'the offer to continue');
  });

  await test.step('a press goes there', async () => {
    await pill.click();
    await expect.poll(async () => topmost(onDesktop)).toBe(stoppedAt);
    await expect(pill).toHaveCount(0);
    await expect(onDesktop.getByRole('article').filter({ hasText: stoppedAt })).toBeFocused();
  });

  await test.step('a reload stays there, and offers nothing', async () => {
    const row = onDesktop.getByRole('article').filter({ hasText: stoppedAt });
    const { y: before } = await positionAtRest(row);
    await writePost(theirs, 'A new one above');
    await onDesktop.reload();
    await expect(row).toBeVisible();
    await expect
      .poll(async () => Math.abs((await positionAtRest(row)).y - before))
      .toBeLessThanOrEqual(2);
    await expect(pill).toHaveCount(0);
  });
});

test('nothing is offered for a position on the screen, and “Stay here” ends an offer', async ({
  browser,
}) => {
  const [friend, reader] = [newName('friend'), newName('reader')];
  const theirs = await newApiMember(browser, friend);
  const page = await newMember(browser, reader, { viewport: desktop.viewport });
  await follow(page, friend);
  for (let n = 20; n > 0; n -= 1) await writePost(theirs, `Number ${n}. ${'Words. '.repeat(40)}`);
  await following(page);
  await wheelDown(page, 6, 400);
  await page.goto('about:blank');
  await untilStored(page);
  const other = await (await browser.newContext({ ...desktop, reducedMotion: 'reduce' })).newPage();
  await call(other, auth.login, { body: { email: reader, password: PASSWORD } });
  await following(other);
  const pill = other.getByRole('button', { name: 'Continue where you stopped' });
  await expect(pill).toBeVisible();
  await other.getByRole('button', { name: 'Stay here' }).click();
  await expect(pill).toHaveCount(0);
  expect(await other.evaluate(() => scrollY)).toBe(0);
});
