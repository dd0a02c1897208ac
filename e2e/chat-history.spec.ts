import { expect } from '@playwright/test';
import { openChatWith, someone, writeByApi } from './open-chat.ts';
import { test } from './test.ts';

const texts = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index + 1}.`);

test('a long chat: opened where reading goes on, older ones above, newer ones below', async ({
  browser,
}) => {
  const [a, b] = [await someone(browser), await someone(browser)];
  await writeByApi(a.page, b.name, texts(120));
  const ben = await openChatWith(b.page, a.name);

  await test.step('more than a page unread: opened where it begins', async () => {
    await expect(ben.log.getByText('New messages')).toBeInViewport();
    await expect(ben.message('Line 1.')).toBeInViewport();
    await b.page.getByRole('button', { name: 'To the newest message' }).click();
    await expect(ben.message('Line 120.')).toBeInViewport();
  });

  await test.step('all read: opened at the end', async () => {
    await openChatWith(b.page, a.name);
    await expect(ben.message('Line 120.')).toBeInViewport();
    await expect.poll(async () => ben.distanceToEnd()).toBeLessThan(32);
    await expect(ben.log.getByText('New messages')).toBeHidden();
  });

  await test.step('older ones come in above without a jump', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await b.page.route(/messages\?.*cursor=/, async (route) => {
      await held;
      await route.continue();
    });
    await ben.scrollTo(300);
    const row = ben.message('Line 80.');
    await expect(row).toBeVisible();
    await b.page.waitForTimeout(300);
    const before = (await row.boundingBox())!;
    release();
    await expect
      .poll(() => ben.log.evaluate(({ scrollHeight }) => scrollHeight))
      .toBeGreaterThan(4_000);
    await b.page.waitForTimeout(300);
    expect(Math.abs((await row.boundingBox())!.y - before.y)).toBeLessThan(3);
    await expect(async () => {
      await ben.scrollTo(0);
      await expect(ben.message('Line 1.')).toBeInViewport({ timeout: 500 });
    }).toPass();
    await expect(ben.log.getByText('Today')).toBeVisible();
  });

  await test.step('what comes in meanwhile is told by a pill', async () => {
    const row = ben.message('Line 1.');
    const before = (await row.boundingBox())!;
    await writeByApi(a.page, b.name, ['New one']);
    await expect(b.page.getByRole('button', { name: '1 new message' })).toBeVisible();
    await writeByApi(a.page, b.name, ['Newer one']);
    const pill = b.page.getByRole('button', { name: '2 new messages' });
    await expect(pill).toBeVisible();
    expect((await row.boundingBox())!.y).toBe(before.y);
    await pill.click();
    await expect(ben.message('Newer one')).toBeInViewport();
    await expect(pill).toBeHidden();
    await writeByApi(a.page, b.name, ['Followed']);
    await expect(ben.message('Followed')).toBeInViewport();
  });

  await test.step('what one sends is seen, wherever one was', async () => {
    await ben.scrollTo(600);
    await expect(b.page.getByRole('button', { name: 'To the newest message' })).toBeVisible();
    await ben.write('My answer');
    await expect(ben.message('My answer')).toBeInViewport();
  });

  await test.step('opened at the first that is unread, and read as far as it was seen', async () => {
    await ben.close();
    await writeByApi(
      a.page,
      b.name,
      texts(40).map((text) => `Second ${text}`),
    );
    const ann = await openChatWith(a.page, b.name);
    // The answer above all these is still unread to its receiver.
    await a.page.getByRole('button', { name: 'To the newest message' }).click();
    await openChatWith(b.page, a.name);
    await expect(ben.log.getByText('New messages')).toBeInViewport();
    await expect(ben.message('Second Line 1.')).toBeInViewport();
    await expect(ann.mark('Second Line 40.', 'Delivered')).toBeVisible();
    await b.page.getByRole('button', { name: 'To the newest message' }).click();
    await expect(ann.mark('Second Line 40.', 'Read')).toBeVisible();
  });
});
