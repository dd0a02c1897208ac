import { expect } from '@playwright/test';
import {
  callScreen,
  control,
  expectMoving,
  expectQuiet,
  incoming,
  leftOpen,
  meet,
  place,
  talk,
  test,
  watchConnections,
} from './calls.ts';
import { connect } from './people.ts';

test('whoever is called while they look at their devices sees who calls, and nothing stays open', async ({
  browser,
}) => {
  const [ann, ben] = await meet(browser);
  await ann.page.evaluate(() => localStorage.removeItem('roost:devices'));
  await watchConnections(ann.page);
  await connect(ann.page, async () => ann.page.reload());
  await place(ann, ben);
  const preview = ann.page.getByRole('dialog', { name: `Call ${ben.fullName}` });
  await expect(preview.getByLabel('Your picture')).toBeVisible();
  await place(ben, ann);
  await expect(incoming(ann.page)).toBeVisible();
  await expect(preview).toBeHidden();
  await expect
    .poll(async () => (await leftOpen(ann.page)).filter((each) => !each.startsWith('sound')))
    .toEqual([]);
  await incoming(ann.page).getByRole('button', { name: 'Decline' }).click();
  await expectQuiet(ann.page, ben.page);
  await expect(preview).toBeHidden();
});

test('a tap that brings the controls back does nothing else', async ({ browser }) => {
  const [ann, ben] = await meet(browser, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  await talk(ann, ben);
  const { page } = ann;
  const shown = page.locator('[data-shown]');
  const box = (await control(page, 'Hang up').boundingBox())!;
  const tap = async () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await expect(shown).toHaveAttribute('data-shown', 'false', { timeout: 30_000 });
  await tap();
  await expect(shown).toHaveAttribute('data-shown', 'true');
  await page.waitForTimeout(1_000);
  await expect(callScreen(page)).toBeVisible();
  // Nor does it hold them there.
  await expect(shown).toHaveAttribute('data-shown', 'false', { timeout: 30_000 });
  await tap();
  await tap();
  await expectQuiet(page, ben.page);
});

test('two presses on Share are one screen, that ends with one', async ({ browser }) => {
  const [ann, ben] = await meet(browser);
  for (const { page } of [ann, ben]) {
    await watchConnections(page);
    await connect(page, async () => page.reload());
  }
  await talk(ann, ben);
  await control(ann.page, 'Share screen').evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(callScreen(ben.page).getByLabel(`Screen of ${ann.fullName}`)).toBeVisible();
  await expectMoving(ben.page);
  await control(ann.page, 'Stop sharing').click();
  await expect(callScreen(ben.page).getByLabel(`Picture of ${ann.fullName}`)).toBeVisible();
  const left = (await leftOpen(ann.page)).filter((each) => each.startsWith('video'));
  expect(left).toHaveLength(1);
});

test('on a phone, large letters and notices leave room for who calls and for the answer', async ({
  browser,
}) => {
  const [ann, ben] = await meet(browser, { viewport: { width: 390, height: 844 } });
  const { page } = ben;
  const notices = page.locator('[data-toaster]');
  const foot = async () => {
    const { y, height } = (await notices.boundingBox())!;
    return y + height;
  };
  await expect.poll(foot).toBeGreaterThan(700);
  await place(ann, ben);
  await expect(incoming(page)).toBeVisible();
  await expect.poll(foot).toBeLessThan(200);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await expect(incoming(page).getByRole('heading')).toBeInViewport({ ratio: 1 });
  for (const button of await incoming(page).getByRole('button').all())
    await expect(button).toBeInViewport({ ratio: 1 });
  await incoming(page).getByRole('button', { name: 'Decline' }).click();
  await expectQuiet(ann.page, page);
});
