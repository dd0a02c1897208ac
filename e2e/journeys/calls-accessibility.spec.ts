import { expect } from '@playwright/test';
import {
  answer,
  callScreen,
  control,
  expectNoCall,
  expectStatus,
  incoming,
  newCallerPair,
  outgoing,
  startCall,
  test,
} from '../support/calls.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';

const sizes = variants(phone.viewport, desktop.viewport);

for (const viewport of sizes)
  test(`a call is accessible from the preview to the end, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const [ann, ben] = await newCallerPair(browser, { viewport });
    await ann.page.evaluate(() => localStorage.removeItem('roost:devices'));
    await startCall(ann, ben);

    const preview = ann.page.getByRole('dialog', { name: `Call ${ben.fullName}` });
    await expect(preview.getByLabel('Your picture')).toBeVisible();
    await expect(preview.getByRole('meter')).toBeVisible();
    await checkAccessibility(ann.page, 'device preview');

    await preview.getByRole('button', { name: 'Start video call' }).click();
    await expect(outgoing(ann.page).getByLabel('Your picture')).toBeVisible();
    await expect(incoming(ben.page)).toBeVisible();
    // In parallel, because the call rings for a limited time.
    await Promise.all([
      checkAccessibility(ann.page, 'outgoing call'),
      checkAccessibility(ben.page, 'incoming call'),
    ]);

    await answer(ben.page, 'Accept audio-only');
    for (const { page } of [ann, ben]) await expectStatus(page, 'connected');
    await expect(ann.page.getByText(`${ben.fullName}’s camera is off`)).toBeVisible();
    await expect(callScreen(ben.page).getByLabel(`Picture of ${ann.fullName}`)).toHaveAttribute(
      'aria-hidden',
      'false',
    );
    // Hidden controls are not accessible. A pointer move or a focus shows them again.
    for (const { page } of [ann, ben]) {
      await control(page, 'Mute').focus();
      await page.keyboard.press('Tab');
      await expect(page.locator('[data-shown]')).toHaveAttribute('data-shown', 'true');
    }
    await checkAccessibility(ann.page, 'call without a picture');
    await checkAccessibility(ben.page, 'call with a picture');
    await control(ben.page, 'Sound and devices').click();
    await checkAccessibility(ben.page, 'call with its panel');
    await control(ann.page, 'Hang up').click();
    await expectNoCall(ann.page, ben.page);
  });
