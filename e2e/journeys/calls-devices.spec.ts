import { expect } from '@playwright/test';
import {
  callScreen,
  control,
  expectFramesArriving,
  expectNoCall,
  incoming,
  openResources,
  newCallerPair,
  startCall,
  connectCall,
  test,
  watchConnections,
} from '../support/calls.ts';
import { phone } from '../support/devices.ts';
import { connect } from '../support/members.ts';

test('an incoming call closes the device preview and releases the devices', async ({ browser }) => {
  const [ann, ben] = await newCallerPair(browser);
  await ann.page.evaluate(() => localStorage.removeItem('roost:devices'));
  await watchConnections(ann.page);
  await connect(ann.page, async () => ann.page.reload());
  await startCall(ann, ben);
  const preview = ann.page.getByRole('dialog', { name: `Call ${ben.fullName}` });
  await expect(preview.getByLabel('Your picture')).toBeVisible();
  await startCall(ben, ann);
  await expect(incoming(ann.page)).toBeVisible();
  await expect(preview).toBeHidden();
  await expect
    .poll(async () => (await openResources(ann.page)).filter((each) => !each.startsWith('sound')))
    .toEqual([]);
  await incoming(ann.page).getByRole('button', { name: 'Decline' }).click();
  await expectNoCall(ann.page, ben.page);
  await expect(preview).toBeHidden();
});

test('a tap that shows hidden controls does not press them', async ({ browser }) => {
  const [ann, ben] = await newCallerPair(browser, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  await connectCall(ann, ben);
  const { page } = ann;
  const shown = page.locator('[data-shown]');
  const box = (await control(page, 'Hang up').boundingBox())!;
  const tap = async () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await expect(shown).toHaveAttribute('data-shown', 'false', { timeout: 30_000 });
  await tap();
  await expect(shown).toHaveAttribute('data-shown', 'true');
  // Proves that the tap did not end the call.
  await ben.page.keyboard.press('m');
  await expect(callScreen(page).getByLabel(`${ben.fullName} is muted`)).toBeVisible();
  // The controls hide again.
  await expect(shown).toHaveAttribute('data-shown', 'false', { timeout: 30_000 });
  await tap();
  await tap();
  await expectNoCall(page, ben.page);
});

test('a tap on a control does not keep the controls visible', async ({ browser }) => {
  const [ann, ben] = await newCallerPair(browser, phone);
  await connectCall(ann, ben);
  const { page } = ann;
  const shown = page.locator('[data-shown]');
  for (const label of ['Mute', 'Unmute']) {
    await expect(shown).toHaveAttribute('data-shown', 'false', { timeout: 30_000 });
    await page.touchscreen.tap(195, 300);
    await expect(shown).toHaveAttribute('data-shown', 'true');
    await control(page, label).tap();
  }
  await expect(control(page, 'Mute')).toBeVisible();
  await expect(shown).toHaveAttribute('data-shown', 'false', { timeout: 30_000 });
});

test('two clicks on Share screen start one share, and one click ends it', async ({ browser }) => {
  const [ann, ben] = await newCallerPair(browser, {}, watchConnections);
  await connectCall(ann, ben);
  await control(ann.page, 'Share screen').evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(callScreen(ben.page).getByLabel(`Screen of ${ann.fullName}`)).toBeVisible();
  await expectFramesArriving(ben.page);
  await control(ann.page, 'Stop sharing').click();
  await expect(callScreen(ben.page).getByLabel(`Picture of ${ann.fullName}`)).toBeVisible();
  const left = (await openResources(ann.page)).filter((each) => each.startsWith('video'));
  expect(left).toHaveLength(1);
});

test('large text and toasts leave room for an incoming call on phones', async ({ browser }) => {
  const [ann, ben] = await newCallerPair(browser, { viewport: { width: 390, height: 844 } });
  const { page } = ben;
  const toasts = page.locator('[data-toaster]');
  const foot = async () => {
    const { y, height } = (await toasts.boundingBox())!;
    return y + height;
  };
  await expect.poll(foot).toBeGreaterThan(700);
  await startCall(ann, ben);
  await expect(incoming(page)).toBeVisible();
  await expect.poll(foot).toBeLessThan(200);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await expect(incoming(page).getByRole('heading')).toBeInViewport({ ratio: 1 });
  for (const button of await incoming(page).getByRole('button').all())
    await expect(button).toBeInViewport({ ratio: 1 });
  await incoming(page).getByRole('button', { name: 'Decline' }).click();
  await expectNoCall(ann.page, page);
});
