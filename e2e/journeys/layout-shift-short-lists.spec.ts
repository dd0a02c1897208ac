import { expect } from '@playwright/test';
import * as reactions from '@roost/contract/reactions';
import { newName, writePost, newMemberAtHome } from '../support/members.ts';
import { recordLayoutShifts } from '../support/layout-shifts.ts';
import { test } from '../support/test.ts';
import { desktop, phone, withMotion } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { call } from '../support/api.ts';

for (const { viewport } of variants(phone, desktop)) {
  test(`the end of a short list does not move, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('short');
    const page = await newMemberAtHome(browser, name, { viewport, ...withMotion });
    const shiftOf = await recordLayoutShifts(page);
    // 'For you' also has other people's posts, so its list is not short. The page remembers the chosen tab.
    await page.getByRole('tab', { name: 'Following' }).click();
    const lists = ['/home', `/home/profile/${name}`, '/home/bookmarks'];
    for (const count of [1, 2, 3]) {
      const text = `Number ${count} of ${name}. ${'Word '.repeat(count * 9)}`;
      const id = await writePost(page, text);
      await call(page, reactions.toggleBookmark, { params: { postId: id } });
      for (const path of lists) {
        await page.goto(path);
        if (path === '/home')
          await expect(page.getByRole('feed', { name: 'Following' })).toBeVisible();
        await expect(page.getByText(`Number ${count} of ${name}`)).toBeVisible();
        // Two frames later the browser has painted the measured list.
        await page.evaluate(
          async () =>
            new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
        await expect(page.locator('[role=feed] + p')).toBeVisible();
        const { sum, what } = await shiftOf();
        expect(sum, `${path}, ${count}: ${what.join('; ')}`).toBeLessThan(0.002);
      }
    }
  });
}
