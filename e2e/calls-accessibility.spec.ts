import { expect } from '@playwright/test';
import {
  answer,
  callScreen,
  control,
  expectQuiet,
  expectStatus,
  incoming,
  meet,
  outgoing,
  place,
  test,
} from './calls.ts';
import { inEveryTheme } from './themes.ts';

const sizes = [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
];

for (const viewport of sizes)
  test(`a call from first to last, ${viewport.width} wide`, async ({ browser }) => {
    const [ann, ben] = await meet(browser, { viewport });
    await ann.page.evaluate(() => localStorage.removeItem('roost:devices'));
    await place(ann, ben);

    const preview = ann.page.getByRole('dialog', { name: `Call ${ben.fullName}` });
    await expect(preview.getByLabel('Your picture')).toBeVisible();
    await expect(preview.getByRole('meter')).toBeVisible();
    await inEveryTheme(ann.page, 'device preview');

    await preview.getByRole('button', { name: 'Start video call' }).click();
    await expect(outgoing(ann.page).getByLabel('Your picture')).toBeVisible();
    await expect(incoming(ben.page)).toBeVisible();
    // At once: it does not ring for ever.
    await Promise.all([
      inEveryTheme(ann.page, 'outgoing call'),
      inEveryTheme(ben.page, 'incoming call'),
    ]);

    await answer(ben.page, 'Accept audio-only');
    for (const { page } of [ann, ben]) await expectStatus(page, 'connected');
    await expect(ann.page.getByText(`${ben.fullName}’s camera is off`)).toBeVisible();
    await expect(callScreen(ben.page).getByLabel(`Picture of ${ann.fullName}`)).toHaveAttribute(
      'aria-hidden',
      'false',
    );
    // What has stepped back is not to be read, and comes again with each move and each focus.
    for (const { page } of [ann, ben]) {
      await control(page, 'Mute').focus();
      await page.keyboard.press('Tab');
      await expect(page.locator('[data-shown]')).toHaveAttribute('data-shown', 'true');
    }
    await inEveryTheme(ann.page, 'call without a picture');
    await inEveryTheme(ben.page, 'call with a picture');
    await control(ben.page, 'Sound and devices').click();
    await inEveryTheme(ben.page, 'call with its panel');
    await control(ann.page, 'Hang up').click();
    await expectQuiet(ann.page, ben.page);
  });
